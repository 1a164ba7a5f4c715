import type { Change, FileChange } from './change.js';
import { matchesAny } from './glob.js';
import { isLfsPointer } from './lfs.js';
import type { PatchRules, Violation } from './verdict.js';

/** Tests are the judge: a patch that could change them could change the verdict. Lower case. */
const TEST_FILES = [
  '**/{test,tests,testing,unittest,unittests,unity,spec}/**',
  '**/{test_*,*_test,*_tests,unity*,*_spec,test,tests}.{c,h,cc,cpp,cxx,hpp,s,inc,py}',
];

/** Files that a build runs or that place code in memory: they decide what is built, with which commands. */
const BUILD_FILES = [
  '**/{makefile*,gnumakefile*,*.mk,*.mak,*.make,cmakelists.txt,*.cmake,*.cmake.in,meson.build,meson_options.txt}',
  '**/{sconstruct,sconscript,*.ninja,*.gn,*.gni,*.bazel,*.bzl,build,workspace,wscript,platformio.ini,west.yml}',
  '**/{configure,configure.ac,configure.in,*.ac,*.am,*.m4,*.in,kconfig*,*_defconfig,defconfig,prj.conf}',
  '**/{*.ld,*.lds,*.ld.in,*.ld.s,*.icf,*.sct,*.scf,*.specs,*.x.in,memory.x,*.map}',
  '**/{*.sh,*.bash,*.py,*.pl,*.rb,*.lua,*.tcl,*.awk,*.js,*.mjs,*.cjs,*.ts,*.bat,*.cmd,*.ps1,*.gdb,*.cfg}',
  '**/{package.json,package-lock.json,cargo.toml,cargo.lock,build.rs,dockerfile*,*.exe,*.dll,*.so,*.a,*.lib,*.o,*.elf,*.bin,*.hex}',
  '**/{*.vcxproj,*.uvprojx,*.ewp,*.eww,*.cproject,*.sln}',
];

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Names that Windows gives to devices, with any extension (Win32 "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])[ ]*(?:\..*)?$/i;

const parts = (path: string): string[] => path.split(/[\\/]/);

/** What no path may look like, whether or not the file exists. */
const SHAPES: readonly [string, string, (path: string) => boolean][] = [
  ['outside', 'an absolute path', (p) => /^(?:[\\/]|[A-Za-z]:)/.test(p)],
  ['outside', 'a path with `..`', (p) => parts(p).includes('..')],
  ['git', "git's own folder", (p) => parts(p).some((part) => /^(?:\.git|git~\d+)[ .]*$/i.test(part))],
  ['name', 'a backslash in a path', (p) => p.includes('\\')],
  ['name', 'a control or invisible character in a path', (p) => HIDDEN.test(p)],
];

/** What a new file may not be called; files that exist already may keep such names. */
const NEW_NAMES: readonly [string, (part: string) => boolean][] = [
  ['a Windows device name', (p) => DEVICE.test(p)],
  ['a trailing dot or space, which Windows drops', (p) => /[ .]$/.test(p)],
  ['a character that Windows reserves', (p) => /[<>:"|?*]/.test(p)],
];

/** Judges the paths that a patch names, before anything is applied. */
export function shapeViolations(paths: readonly string[]): Violation[] {
  return paths.flatMap((file) =>
    SHAPES.filter(([, , is]) => is(file)).map(([rule, what]) => ({
      rule,
      file,
      message: `${what}: ${file}`,
    })),
  );
}

const fold = (path: string): string => path.normalize('NFC').toLowerCase();

function below(path: string, subdir: string | undefined): string {
  return subdir && path.startsWith(`${subdir}/`) ? path.slice(subdir.length + 1) : path;
}

/** Whether a path is a test, by convention or by the rules. */
export const isTest = (path: string, rules: PatchRules): boolean =>
  matchesAny(TEST_FILES, fold(below(path, rules.subdir))) || matchesAny(rules.testPaths ?? [], path);

/** Whether a path is a build file, by convention or by the rules. */
export const isBuildFile = (path: string, rules: PatchRules): boolean =>
  matchesAny(BUILD_FILES, fold(below(path, rules.subdir))) || matchesAny(rules.buildFiles ?? [], path);

const isDotted = (path: string): boolean => parts(path).some((part) => part.startsWith('.'));

/** Rules of a path alone; a file is judged by each. */
const PATHS: readonly [string, string, (path: string, rules: PatchRules) => boolean][] = [
  [
    'allowedPaths',
    'not among the allowed paths',
    (p, r) => r.allowedPaths.length > 0 && !matchesAny(r.allowedPaths, p),
  ],
  ['forbiddenPaths', 'a forbidden path', (p, r) => matchesAny(r.forbiddenPaths, p)],
  ['protected', 'a test: what judges a patch is not changed by it', isTest],
  ['protected', 'a build file', isBuildFile],
  ['protected', 'a dotfile, or below a folder with a dot', (p, r) => isDotted(below(p, r.subdir))],
];

/** Why a patch may not touch a path; empty if it may. */
export const pathViolations = (path: string, rules: PatchRules): Violation[] =>
  PATHS.filter(([, , is]) => is(path, rules)).map(([rule, what]) => ({
    rule,
    file: path,
    message: `${path} is ${what}`,
  }));

const REGULAR = /^(?:100644|000000)$/;
const isLink = (f: FileChange): boolean => [f.oldMode, f.newMode].includes('120000');
const isSubmodule = (f: FileChange): boolean => [f.oldMode, f.newMode].includes('160000');
const changesMode = (f: FileChange): boolean =>
  f.status === 'modified' ? f.oldMode !== f.newMode : f.status === 'added' && !REGULAR.test(f.newMode);

const KINDS: readonly [string, string, (file: FileChange) => boolean][] = [
  ['symlink', 'is a symbolic link', isLink],
  ['submodule', 'is a submodule', isSubmodule],
  ['mode', 'changes its file mode', changesMode],
  ['binary', 'is a binary file', (f) => f.binary],
  ['lfs', 'is a Git LFS pointer', (f) => isLfsPointer(f.before) || isLfsPointer(f.after)],
];

function newNameViolations(file: FileChange, change: Change): Violation[] {
  if (file.status !== 'added') return [];
  const names = NEW_NAMES.filter(([, is]) => parts(file.path).some(is)).map(([what]) => what);
  const others = [...change.tracked, ...change.files.map((f) => f.path)].filter((path) => path !== file.path);
  const twin = others.find((path) => fold(path) === fold(file.path));
  if (twin !== undefined) names.push(`the same name as ${twin} but for upper and lower case`);
  if (change.submodules.some((path) => file.path.startsWith(`${path}/`)))
    names.push('a place inside a submodule');
  return names.map((what) => ({ rule: 'name', file: file.path, message: `the new file has ${what}` }));
}

/** Judges what a patch does to files as files. */
export function fileViolations(change: Change, rules: PatchRules): Violation[] {
  return change.files.flatMap((file) => [
    ...pathViolations(file.path, rules),
    ...KINDS.filter(([, , is]) => is(file)).map(([rule, what]) => ({
      rule,
      file: file.path,
      message: `${file.path} ${what}`,
    })),
    ...newNameViolations(file, change),
  ]);
}
