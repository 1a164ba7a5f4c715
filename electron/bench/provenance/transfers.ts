import { type CodeMapRequest, readImage } from './code-map.js';

/** An instruction after which another than the next one may run. */
export interface Transfer {
  /** Null: it is computed. */
  target: number | null;
  /** It leads to a function of a library, through the table that the loader fills. */
  isElsewhere: boolean;
  /** It comes back. */
  isCall: boolean;
}

/** The call that returns to an address; instructions have up to eight bytes. */
export function callBefore(transfers: ReadonlyMap<number, Transfer>, returnsTo: number): Transfer | null {
  for (let bytes = 2; bytes <= 8; bytes += 1) {
    const transfer = transfers.get(returnsTo - bytes);
    if (transfer?.isCall) return transfer;
  }
  return null;
}

const LINE = /^\s*([0-9a-f]+):\s+(\S+)(?:\s+(.*))?$/;
const TARGET = /(?:0x)?([0-9a-f]+) <([^>]*)>\s*$/;
/** Branches, jumps, calls and returns of Arm, RISC-V, AVR, Xtensa and x86; `bic`, `bfi` and the like are none. */
const NAMES =
  /^(?:b(?!ic|fi|fc|kpt|set|clr|ld$|st$|swap)[a-z]*|cbn?z|tb[bh]|c?\.?j[a-z]*|call\w*|r(?:call|jmp)|e?i(?:call|jmp)|c\.(?:beqz|bnez)|[ms]?ret\w*)(?:\.[nw])?$/;
/** Arm: a write to the program counter, with its operands. */
const TO_PC = /^(?:(?:ldr|mov|add)\S* pc,|(?:pop|ldm)\S* .*\bpc\})/;
const CALLS = /^(?:blx?|jalr?|c\.jalr?|call\w*|rcall|e?icall)(?:\.[nw])?$/;

/** Reads the transfers of control in an image, by address, as `<prefix>objdump` disassembles it. Null where it cannot. */
export async function readTransfers(o: CodeMapRequest): Promise<Map<number, Transfer> | null> {
  const text = await readImage(o, 'objdump', ['-d', '--no-show-raw-insn']);
  return text === null ? null : transfersIn(text);
}

/** Reads the output of `objdump -d --no-show-raw-insn`. */
export function transfersIn(text: string): Map<number, Transfer> {
  const out = new Map<number, Transfer>();
  for (const line of text.split('\n')) {
    const [, address, name = '', operands = ''] = LINE.exec(line) ?? [];
    if (address === undefined) continue;
    if (!NAMES.test(name) && !TO_PC.test(`${name} ${operands}`)) continue;
    const [, target, label = ''] = TARGET.exec(operands) ?? [];
    out.set(Number.parseInt(address, 16), {
      target: target === undefined ? null : Number.parseInt(target, 16),
      isElsewhere: label.includes('@'),
      isCall: CALLS.test(name),
    });
  }
  return out;
}
