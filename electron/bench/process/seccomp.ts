import { constants } from 'node:os';

/**
 * What a confined program may not ask of the kernel, as a filter for seccomp(2), mode SECCOMP_MODE_FILTER. A namespace of its own
 * does not cover these: the user's keyrings, sockets to the hypervisor (AF_VSOCK reaches the host past an unshared network),
 * io_uring, which does what its ring says past any filter, and namespaces inside of the namespace, where a program has all
 * capabilities. Nor may it make a program that runs as us for whoever starts it (set-user-ID). `ptrace` stays: leak checkers need it, and it reaches no process outside.
 *
 * Sources: seccomp(2) for the program and its data; the numbers from the kernel's `syscall_64.tbl`, `syscall_32.tbl` and
 * `asm-generic/unistd.h`.
 */
interface Calls {
  /** AUDIT_ARCH_* of `linux/audit.h`. */
  arch: number;
  keyrings: readonly number[];
  socket: number;
  clone: number;
  unshare: number;
  setns: number;
  /** Calls with a file's mode, and which argument it is. */
  modes: readonly (readonly [number: number, mode: number])[];
  /** Calls whose mode counts where their flags have O_CREAT. */
  opens: readonly (readonly [number: number, flags: number, mode: number])[];
  /** `socketcall` hides the family in memory that a filter cannot read. */
  socketcall?: number;
  /** From here on the numbers are those of another convention (x32), which no program of today uses. */
  foreignFrom?: number;
}

/** The same number in each table. */
const CLONE3 = 435;
const IO_URING = [425, 426, 427];
/** Its mode lies in memory. */
const OPENAT2 = 437;
/** `fchmodat2`. */
const FCHMODAT2 = [452, 2] as const;

const X86_64: Calls = {
  ...{ arch: 0xc000003e, keyrings: [248, 249, 250], socket: 41, clone: 56, unshare: 272, setns: 308 },
  foreignFrom: 0x40000000,
  // chmod fchmod fchmodat creat mknod mknodat; open openat
  modes: [
    [90, 1],
    [91, 1],
    [268, 2],
    [85, 1],
    [133, 1],
    [259, 2],
  ],
  opens: [
    [2, 1, 2],
    [257, 2, 3],
  ],
};
const I386: Calls = {
  ...{ arch: 0x40000003, keyrings: [286, 287, 288], socket: 359, clone: 120, unshare: 310, setns: 346 },
  socketcall: 102,
  modes: [
    [15, 1],
    [94, 1],
    [306, 2],
    [8, 1],
    [14, 1],
    [297, 2],
  ],
  opens: [
    [5, 1, 2],
    [295, 2, 3],
  ],
};
const AARCH64: Calls = {
  ...{ arch: 0xc00000b7, keyrings: [217, 218, 219], socket: 198, clone: 220, unshare: 97, setns: 268 },
  // fchmod fchmodat mknodat; openat
  modes: [
    [52, 1],
    [53, 2],
    [33, 2],
  ],
  opens: [[56, 2, 3]],
};

/** By Node's name of the processor. Toolchains of vendors are 32-bit programs to this day. */
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, readonly Calls[]>> = {
  x64: [X86_64, I386],
  arm64: [AARCH64],
};

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK (`linux/socket.h`): all that is left are families whose reach no namespace bounds. */
const FAMILIES = [1, 2, 10, 16];

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET (`linux/sched.h`). */
const NEW_NAMESPACES = 0x7e020000;
/** Only `unshare` has it there: in `clone` these bits are the signal's. */
const NEW_TIME = 0x80;

// offsets in struct seccomp_data; both kinds of computer are little-endian, so that an argument's lower half comes first
const NUMBER = 0;
const ARCH = 4;
const argument = (index: number) => 16 + 8 * index;

/** S_ISUID and S_ISGID (inode(7)). */
const RUNS_AS_OWNER = 0o6000;
/** O_CREAT, the same number on all of them. */
const CREATES = 0o100;

/** struct sock_filter (`linux/filter.h`): code, how many to skip if true and if false, operand. */
type Step = readonly [code: number, yes: number, no: number, k: number];

const load = (offset: number): Step => [0x20, 0, 0, offset];
const give = (action: number): Step => [0x06, 0, 0, action];
const ifEqual = (k: number, then: readonly Step[]): Step[] => [[0x15, 0, then.length, k], ...then];
const ifAtLeast = (k: number, then: readonly Step[]): Step[] => [[0x35, 0, then.length, k], ...then];
const ifAnyBit = (k: number, then: readonly Step[]): Step[] => [[0x45, 0, then.length, k], ...then];

/** SECCOMP_RET_ALLOW, and SECCOMP_RET_ERRNO with its number. */
const ALLOW = give(0x7fff0000);
const refuse = (errno: number): Step => give(0x00050000 | errno);

const { EPERM, ENOSYS, EAFNOSUPPORT } = constants.errno;

function stepsOf(calls: Calls): Step[] {
  const { foreignFrom, socketcall } = calls;
  return [
    load(NUMBER),
    ...(foreignFrom === undefined ? [] : ifAtLeast(foreignFrom, [refuse(ENOSYS)])),
    ...[...calls.keyrings, calls.setns].flatMap((number) => ifEqual(number, [refuse(EPERM)])),
    // ENOSYS: libraries then do without, or take `clone`, whose flags a filter can read
    ...[CLONE3, OPENAT2, ...IO_URING].flatMap((number) => ifEqual(number, [refuse(ENOSYS)])),
    ...(socketcall === undefined ? [] : ifEqual(socketcall, [refuse(ENOSYS)])),
    ...ifEqual(calls.socket, [
      load(argument(0)),
      ...FAMILIES.flatMap((family) => ifEqual(family, [ALLOW])),
      refuse(EAFNOSUPPORT),
    ]),
    ...ifEqual(calls.clone, [load(argument(0)), ...ifAnyBit(NEW_NAMESPACES, [refuse(EPERM)]), ALLOW]),
    ...ifEqual(calls.unshare, [
      load(argument(0)),
      ...ifAnyBit(NEW_NAMESPACES | NEW_TIME, [refuse(EPERM)]),
      ALLOW,
    ]),
    ...[...calls.modes, FCHMODAT2].flatMap(([number, mode]) =>
      ifEqual(number, [...unlessPlain(mode), ALLOW]),
    ),
    ...calls.opens.flatMap(([number, flags, mode]) =>
      ifEqual(number, [load(argument(flags)), ...ifAnyBit(CREATES, unlessPlain(mode)), ALLOW]),
    ),
    ALLOW,
  ];
}

const unlessPlain = (mode: number): Step[] => [
  load(argument(mode)),
  ...ifAnyBit(RUNS_AS_OWNER, [refuse(EPERM)]),
];

/**
 * The filter for bubblewrap's `--seccomp`: an array of struct sock_filter.
 *
 * @returns null where this processor's calls are not known
 */
export function seccompFilter(arch: NodeJS.Architecture = process.arch): Buffer | null {
  const tables = ARCHITECTURES[arch];
  if (tables === undefined) return null;
  const steps = [
    load(ARCH),
    ...tables.flatMap((calls) => ifEqual(calls.arch, stepsOf(calls))),
    refuse(ENOSYS), // a program of another architecture
  ];
  const program = Buffer.alloc(steps.length * 8);
  for (const [i, [code, yes, no, k]] of steps.entries()) {
    program.writeUInt16LE(code, i * 8);
    program.writeUInt8(yes, i * 8 + 2);
    program.writeUInt8(no, i * 8 + 3);
    program.writeUInt32LE(k >>> 0, i * 8 + 4);
  }
  return program;
}
