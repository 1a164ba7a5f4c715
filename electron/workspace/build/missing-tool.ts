/** How shells, make and env say that a program is not there; the group is its name. */
const NOT_FOUND: readonly RegExp[] = [
  /^\S*make(?:\.exe)?(?:\[\d+\])?: ([^\s:]+): (?:No such file or directory|Command not found)$/,
  /(?:^|[/\\])(?:[\w.+-]+): (?:line )?\d+: (?:exec: )?([^\s:]+): not found$/,
  /(?:^|[/\\])(?:ba|z|k|da)?sh: (?:line \d+: )?([^\s:]+): (?:command )?not found$/,
  /^\S+: line \d+: ([^\s:]+): command not found$/,
  /^(?:\S*[/\\])?env: ['‘]?([^\s:'’]+)['’]?: No such file or directory$/,
  /^'?([^\s']+)'? is not recognized as an internal or external command/,
  /CreateProcess\(NULL, ["']?([^\s,"']+).* failed/,
  /^(?:CMake Error.*|.*)CMAKE_(?:C|CXX|ASM)_COMPILER:?\s+([^\s:]+)\s.*not (?:found|a full path)/,
];
/** A toolchain that is there in part: newlib's spec files come in a package of their own on Debian. */
const SPECS = /cannot read spec file '([\w.-]+)'/;
/** The failure was indeed "not found": 127 is the shell's code for it (POSIX, 2.8.2); 2 is Windows' own. */
const ENDED_SO = /Error 127$|\(e=2\)|is not recognized as|\*\*\* .*(?:not found|missing|need)/i;

/**
 * The tool whose absence ended the build, or null. A tool that was missed on the way (a version script
 * without git) is not the reason, so that the output must also say that the build ended by it.
 */
export function missingTool(lines: readonly string[], exitCode: number | null): string | null {
  for (const line of lines) {
    const specs = SPECS.exec(line);
    if (specs?.[1]) return specs[1];
  }
  let last: string | null = null;
  for (const line of lines) {
    last = NOT_FOUND.map((pattern) => pattern.exec(line)?.[1]).find((tool) => tool !== undefined) ?? last;
    if (last && ENDED_SO.test(line)) return last;
  }
  return exitCode === 127 ? last : null;
}
