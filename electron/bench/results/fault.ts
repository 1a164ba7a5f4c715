import type { Fault, Location } from '../../../shared/results.js';
import { cleanLines } from './console-lines.js';
import { causesOf, faultAddress } from './fault-status.js';
import type { SymbolLookup } from './symbols.js';

/**
 * How fault handlers name what they print. Each row is a name as it stands before `=`, `:` or a blank and a
 * hexadecimal value. Mbed prints `PC   : 0800…`, CmBacktrace and FreeRTOS ports `pc: 0x…`, Zephyr
 * `Faulting instruction address (r15/pc): 0x…`, QEMU's lockup dump `R15=…`.
 */
const NAMES = {
  pc: ['pc', 'r15', 'r15/pc', 'epc', 'mepc', 'fault_pc', 'stacked_pc', 'return_address'],
  lr: ['lr', 'r14', 'r14/lr', 'ra', 'stacked_lr', 'caller'],
  cfsr: ['cfsr'],
  hfsr: ['hfsr'],
  bfar: ['bfar', 'far'],
  mmfar: ['mmfar', 'mmar'],
  ufsr: ['ufsr'],
  bfsr: ['bfsr'],
  mmfsr: ['mmfsr', 'mfsr'],
} as const;
type Register = keyof typeof NAMES;

const isRegister = (name: string): name is Register => name in NAMES;
const REGISTERS: ReadonlyMap<string, Register> = new Map(
  Object.keys(NAMES)
    .filter(isRegister)
    .flatMap((register) => NAMES[register].map((name) => [name, register] as const)),
);

const VALUE =
  /([A-Za-z_][\w/]{0,24})\)?(?: address)?\s{0,8}[=:]\s{0,8}(?:0x)?([0-9a-fA-F]{1,8})\b|([A-Za-z_][\w/]{1,24})\s{1,8}0x([0-9a-fA-F]{1,8})\b/gi;
/** What begins a dump, most telling first; the name is what a person reads. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/mpu fault|mem ?manage(?:ment)?(?:_?handler| ?fault|: |\b)/i, 'MemManage'],
  [/bus ?fault/i, 'BusFault'],
  [/usage ?fault/i, 'UsageFault'],
  [/stack overflow/i, 'StackOverflow'],
  [/hard ?fault|lockup/i, 'HardFault'],
  [/illegal instruction|load access fault|store.{0,5} access fault/i, 'Exception'],
  [/fatal (?:error|exception)|kernel panic|unhandled (?:exception|interrupt)|assertion fail.*halt/i, 'Fatal'],
  [/\bfault\b|\bcrash/i, 'Fault'],
];
/** Lines of a dump: what a handler prints stands close to its heading, mostly below it. */
const DUMP_LINES = 40;
const LINES_ABOVE = 6;

/** Sentences by which Zephyr and CmBacktrace tell the cause where they do not print the registers. */
const CAUSE =
  /is caused by .*|(?:im)?precise data bus error|instruction bus error|(?:un)?stacking error|(?:data|instruction) access violation|division by zero|illegal use of the EPSR|undefined instruction|unaligned memory access|illegal load of EXC_RETURN|no coprocessor/i;

/**
 * Finds the first exception that the target printed and decodes it; null where there is none. A dump needs a
 * heading that names an exception and a register of it, or a vague one ("fault", "crash") and two, or CFSR
 * alone: a log line that only says "fault injection off" is none. `pc` and `lr` are looked up in the image.
 */
export async function decodeFault(console: string, symbols: SymbolLookup): Promise<Fault | null> {
  const lines = cleanLines(console).map((line) => line.slice(0, 300));
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const heading = kindOf(line) ?? (/\bcfsr\b/i.test(line) ? 'Fault' : null);
    if (!heading) continue;
    const dump = lines.slice(Math.max(0, i - LINES_ABOVE), i + DUMP_LINES);
    const registers = registersOf(dump);
    const known = [registers.pc, registers.lr, registers.cfsr, registers.hfsr].filter(
      (one) => one !== undefined,
    );
    if (known.length < (VAGUE.has(heading) ? 2 : 1)) continue;
    const told = lines.slice(i, i + DUMP_LINES).flatMap((one) => CAUSE.exec(one)?.[0] ?? []);
    return describe(better(heading, lines, i), registers, told, symbols);
  }
  return null;
}

const VAGUE: ReadonlySet<string> = new Set(['Fault', 'Fatal']);

const kindOf = (line: string): string | null => KINDS.find(([pattern]) => pattern.test(line))?.[1] ?? null;

/** A heading that says only "fault" is outdone by one close by that says which. */
function better(kind: string, lines: readonly string[], at: number): string {
  if (!VAGUE.has(kind)) return kind;
  const near = lines.slice(Math.max(0, at - LINES_ABOVE), at + DUMP_LINES).map(kindOf);
  return near.find((one) => one !== null && !VAGUE.has(one)) ?? kind;
}

type Registers = Partial<Record<Register, number>>;

/** The first value of each register; the three parts of CFSR are put together where they come apart. */
function registersOf(lines: readonly string[]): Registers {
  const found: Registers = {};
  for (const line of lines)
    for (const [, a, av, b, bv] of line.matchAll(VALUE)) {
      const register = REGISTERS.get((a ?? b ?? '').toLowerCase());
      if (register && found[register] === undefined) found[register] = Number.parseInt(av ?? bv ?? '0', 16);
    }
  const { mmfsr, bfsr, ufsr } = found;
  if (found.cfsr === undefined && (mmfsr ?? bfsr ?? ufsr) !== undefined)
    found.cfsr = ((mmfsr ?? 0) | ((bfsr ?? 0) << 8) | ((ufsr ?? 0) << 16)) >>> 0;
  return found;
}

async function describe(
  kind: string,
  registers: Registers,
  told: readonly string[],
  symbols: SymbolLookup,
): Promise<Fault> {
  const { pc, lr, cfsr, hfsr, mmfar, bfar } = registers;
  const address = faultAddress(cfsr, mmfar, bfar);
  const [location, caller] = await lookupBoth(pc, lr, symbols);
  return {
    kind,
    ...(pc === undefined ? {} : { pc: hex(pc) }),
    ...(lr === undefined ? {} : { lr: hex(lr) }),
    ...(address === undefined ? {} : { address: hex(address) }),
    causes: cfsr ? causesOf(cfsr, hfsr) : [...told, ...causesOf(cfsr, hfsr)],
    ...(location ? { location } : {}),
    ...(caller ? { caller } : {}),
  };
}

/**
 * A return address points behind the call: one instruction back lies within it. EXC_RETURN values are no code.
 * At address 0 lies the vector table (ARMv7-M B1.5.3), so that a pc of 0 tells only that a null pointer was
 * called; addr2line would name a function that the linker dropped.
 */
async function lookupBoth(pc = 0, lr = 0, symbols: SymbolLookup): Promise<(Location | null)[]> {
  const isCode = (address: number) => address > 1 && address < 0xf0000000;
  const [location, caller] = await symbols.lookup([pc, isCode(lr) ? (lr & ~1) - 2 : 0]);
  return [isCode(pc) ? (location ?? null) : null, isCode(lr) ? (caller ?? null) : null];
}

const hex = (value: number): string => `0x${value.toString(16).padStart(8, '0')}`;
