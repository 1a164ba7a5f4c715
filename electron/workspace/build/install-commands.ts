/** Packages that hold a build tool: Debian's apt, Homebrew, winget. Absent: that system has none we know. */
interface Packages {
  apt: string;
  brew?: string;
  winget?: string;
}

const ARM: Packages = {
  apt: 'gcc-arm-none-eabi',
  brew: '--cask gcc-arm-embedded',
  winget: 'Arm.GnuArmEmbeddedToolchain',
};
const RISCV: Packages = { apt: 'gcc-riscv64-unknown-elf', brew: 'riscv64-elf-gcc' };
const AVR: Packages = { apt: 'gcc-avr avr-libc', brew: 'osx-cross/avr/avr-gcc' };
const GNU: Packages = { apt: 'build-essential', brew: 'gcc', winget: 'BrechtSanders.WinLibs.POSIX.UCRT' };
const CLANG: Packages = { apt: 'clang', brew: 'llvm', winget: 'LLVM.LLVM' };

/** The first row whose pattern matches the tool's name. */
const TABLE: readonly (readonly [RegExp, Packages])[] = [
  [
    /^arm-none-eabi-gdb/,
    { apt: 'gdb-multiarch', brew: 'arm-none-eabi-gdb', winget: 'Arm.GnuArmEmbeddedToolchain' },
  ],
  [/^arm-none-eabi-/, ARM],
  [/^(?:nano|nosys|rdimon)\.specs$/, { ...ARM, apt: 'libnewlib-arm-none-eabi' }],
  [/^riscv(?:32|64)-(?:unknown-)?elf-/, RISCV],
  [/^avr-/, AVR],
  [/^avrdude$/, { apt: 'avrdude', brew: 'avrdude', winget: 'AVRDudes.AVRDUDE' }],
  [/^openocd$/, { apt: 'openocd', brew: 'openocd' }],
  [/^dfu-util$/, { apt: 'dfu-util', brew: 'dfu-util' }],
  [/^stm32flash$/, { apt: 'stm32flash', brew: 'stm32flash' }],
  [/^ipmitool$/, { apt: 'ipmitool', brew: 'ipmitool' }],
  [/^(?:g?make|mingw32-make)$/, { apt: 'make', brew: 'make', winget: 'GnuWin32.Make' }],
  [/^(?:cmake|ctest|cpack)$/, { apt: 'cmake', brew: 'cmake', winget: 'Kitware.CMake' }],
  [/^ninja$/, { apt: 'ninja-build', brew: 'ninja', winget: 'Ninja-build.Ninja' }],
  [/^meson$/, { apt: 'meson', brew: 'meson', winget: 'mesonbuild.meson' }],
  [/^scons$/, { apt: 'scons', brew: 'scons' }],
  [/^clang(?:\+\+|-tidy|-format)?(?:-\d+)?$/, CLANG],
  [/^(?:gcc|g\+\+|cc|c\+\+|ld|ar|as|objcopy|objdump|size|nm|strip)(?:-\d+)?$/, GNU],
  [/^python3?$/, { apt: 'python3', brew: 'python', winget: 'Python.Python.3.12' }],
  [/^perl$/, { apt: 'perl', brew: 'perl', winget: 'StrawberryPerl.StrawberryPerl' }],
  [/^git$/, { apt: 'git', brew: 'git', winget: 'Git.Git' }],
  [/^srec_(?:cat|cmp|info)$/, { apt: 'srecord', brew: 'srecord' }],
  [/^dtc$/, { apt: 'device-tree-compiler', brew: 'dtc' }],
  [/^(?:xxd|vim)$/, { apt: 'xxd', brew: 'vim', winget: 'vim.vim' }],
];

const COMMANDS: Partial<Record<NodeJS.Platform, (packages: Packages) => string | undefined>> = {
  linux: ({ apt }) => `sudo apt-get install -y ${apt}`,
  darwin: ({ brew }) => brew && `brew install ${brew}`,
  win32: ({ winget }) => winget && `winget install ${winget}`,
};

const packagesOf = (tool: string): Packages | undefined =>
  TABLE.find(([pattern]) => pattern.test(tool.replace(/\.exe$/i, '')))?.[1];

/** True for the name of a compiler, linker or build tool that the table knows. */
export const isKnownTool = (tool: string): boolean => packagesOf(tool) !== undefined;

/**
 * What a person does about a missing tool: the exact command where the table has one for this system,
 * otherwise a sentence. A path into the repository is not something to install.
 */
export function installCommand(tool: string, platform: NodeJS.Platform = process.platform): string {
  if (/\s/.test(tool))
    return `write the command as a list, one word an element: [${tool.trim().split(/\s+/).join(', ')}]`;
  if (/^\.{0,2}[/\\]|[/\\]/.test(tool)) return `add ${tool} to the repository, or correct the path`;
  const packages = packagesOf(tool);
  const command = packages && COMMANDS[platform]?.(packages);
  return command ?? `install the package that provides ${tool}, and put it on PATH`;
}
