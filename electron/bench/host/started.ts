import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

/** Of a standard input so much is kept; one that is longer is no example. Bytes. */
const MAX_STDIN = 64 * 1024;
const MAX_ARGUMENTS = 4096;
const MAX_PATH = 4096;

/**
 * C that writes down how a program was started: its file, working directory, arguments and, where it is a regular file, its
 * standard input, which is left where it stood (pread(2)). It goes before every source (`-include`), as `tellsOfDeath` does, and
 * takes no name from the program. Linux alone, by proc(5). The first source of a program that runs writes the file; the others
 * find it there.
 *
 * @param dir exists; a file named by the process id is made there for each program that starts
 */
export function tellsOfStart(dir: string): string {
  return `#if !defined __ASSEMBLER__ && defined __linux__ && (defined __x86_64__ || defined __aarch64__)
#ifdef __cplusplus
extern "C" {
#endif
extern int benchloop_start_open(const char *, int, ...) __asm__("__open") __attribute__((weak));
extern __PTRDIFF_TYPE__ benchloop_start_read(int, void *, __SIZE_TYPE__) __asm__("__read") __attribute__((weak));
extern __PTRDIFF_TYPE__ benchloop_start_write(int, const void *, __SIZE_TYPE__) __asm__("__write") __attribute__((weak));
extern __PTRDIFF_TYPE__ benchloop_start_pread(int, void *, __SIZE_TYPE__, long) __asm__("__pread64") __attribute__((weak));
extern __PTRDIFF_TYPE__ benchloop_start_link(const char *, char *, __SIZE_TYPE__) __asm__("readlink") __attribute__((weak));
extern int benchloop_start_close(int) __asm__("__close") __attribute__((weak));
extern int benchloop_start_pid(void) __asm__("__getpid") __attribute__((weak));
static void benchloop_start_part(int file, const char *bytes, __PTRDIFF_TYPE__ length) {
  int size = (int)length;
  benchloop_start_write(file, &size, sizeof size);
  if (size > 0) benchloop_start_write(file, bytes, (__SIZE_TYPE__)size);
}
__attribute__((constructor)) static void benchloop_tells_of_start(void) {
  static char buffer[${MAX_STDIN + 1}];
  char name[${MAX_PATH}] = ${JSON.stringify(`${dir}/`)};
  char digits[12];
  int file, from, at = ${Buffer.byteLength(dir) + 1}, count = 0, pid;
  if (!benchloop_start_open || !benchloop_start_read || !benchloop_start_write || !benchloop_start_pread) return;
  if (!benchloop_start_link || !benchloop_start_close || !benchloop_start_pid) return;
  for (pid = benchloop_start_pid(); pid > 0; pid /= 10) digits[count++] = (char)('0' + pid % 10);
  while (count > 0) name[at++] = digits[--count];
  name[at] = 0;
  file = benchloop_start_open(name, 01 | 0100 | 0200, 0600);
  if (file < 0) return;
  benchloop_start_part(file, buffer, benchloop_start_link("/proc/self/exe", buffer, sizeof buffer));
  benchloop_start_part(file, buffer, benchloop_start_link("/proc/self/cwd", buffer, sizeof buffer));
  from = benchloop_start_open("/proc/self/cmdline", 0);
  benchloop_start_part(file, buffer, from < 0 ? -1 : benchloop_start_read(from, buffer, ${MAX_ARGUMENTS}));
  if (from >= 0) benchloop_start_close(from);
  benchloop_start_part(file, buffer, benchloop_start_pread(0, buffer, sizeof buffer, 0));
  benchloop_start_close(file);
}
#ifdef __cplusplus
}
#endif
#endif
`;
}

/** One start of a program that was built in the tree. */
export interface Start {
  /** Relative to the tree. */
  program: string;
  /** Relative to the tree, '' for the tree itself. */
  cwd: string;
  args: string[];
  /** One character a byte (latin1); null where it was no regular file, or a longer one. */
  stdin: string | null;
}

/** A run that starts more programs is not read further. */
const MAX_STARTS = 200;

/** The starts that were written to `dir`, programs outside of `tree` left out; they are removed. */
export async function takeStarts(dir: string, tree: string): Promise<Start[]> {
  const starts: Start[] = [];
  const names = (await readdir(dir).catch(() => [])).sort((a, b) => Number(a) - Number(b));
  for (const name of names.slice(0, MAX_STARTS)) {
    const file = join(dir, name);
    const entry = await lstat(file);
    if (entry.isFile() && entry.size <= MAX_STDIN + MAX_ARGUMENTS + 4 * MAX_PATH)
      starts.push(...readStart(await readFile(file), tree));
  }
  for (const name of names) await rm(join(dir, name), { recursive: true, force: true });
  return starts;
}

/** The program under test can write there too: what has another form is left out. */
export function readStart(bytes: Uint8Array, tree: string): Start[] {
  const [program, cwd, line, stdin] = partsOf(Buffer.from(bytes));
  if (!program || !cwd || !line || stdin === undefined) return [];
  const inside = (path: string): boolean => path === tree || path.startsWith(tree + sep);
  const [file, folder] = [resolve('/', program.toString()), resolve('/', cwd.toString())];
  if (!inside(file) || !inside(folder) || line.length >= MAX_ARGUMENTS) return [];
  return [
    {
      program: relative(tree, file),
      cwd: relative(tree, folder),
      args: line.toString().split('\0').slice(1, -1),
      stdin: stdin === null || stdin.length > MAX_STDIN ? null : stdin.toString('latin1'),
    },
  ];
}

/** Each part has its length before it, four bytes of this computer’s order; a negative one stands for none. */
function partsOf(bytes: Buffer): (Buffer | null)[] {
  const parts: (Buffer | null)[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readInt32LE(at);
    at += 4;
    parts.push(length < 0 ? null : bytes.subarray(at, at + length));
    at += Math.max(0, length);
  }
  return parts;
}
