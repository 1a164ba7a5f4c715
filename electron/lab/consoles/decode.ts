import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Board } from '../../../shared/board.js';
import type { Decoded } from '../../../shared/ipc/console-decode.js';
import { ok, type Result } from '../../../shared/problem.js';
import { readRange } from '../../bench/console/read-range.js';
import { listSegments } from '../../bench/console/segments.js';
import { type KeptSymbols, keptSymbols, symbolsIn } from '../../bench/image/symbol-store.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { pluggedPort } from '../../bench/ports/plugged-port.js';
import { recognise } from '../../bench/ports/same-board.js';
import { UNRECORDED } from '../../bench/process/children.js';
import { detectConfinement } from '../../bench/process/confine.js';
import { createExec } from '../../bench/process/exec.js';
import { findProgram, searchFolders } from '../../bench/process/search-path.js';
import { addressesIn } from '../../bench/results/addresses.js';
import { announcedImage } from '../../bench/results/announced-image.js';
import { decodeFault } from '../../bench/results/fault.js';
import { openSymbols, type SymbolLookup } from '../../bench/results/symbols.js';
import { keptOf } from '../boards/kept.js';
import { listBoards, openBoardRegistry } from '../boards/registry.js';

export interface DecodeWish {
  home: string;
  /** As it is called now. */
  port: string;
  /** Folder of its capture. */
  folder: string;
  /** The line from which on to look; null: the end of the console. */
  offset: number | null;
  /** The ELF file that the person chose; null: what is kept of what was flashed. */
  elf: string | null;
}

/** What stands above a dump's heading, and what a dump may be long, in bytes. */
const ABOVE = 2 * 1024;
const BELOW = 16 * 1024;

/** Programs of the toolchains, by the ELF file's machine (gABI, "ELF header"). */
const PREFIXES: Readonly<Record<number, string>> = {
  8: 'mips-linux-gnu-',
  40: 'arm-none-eabi-',
  83: 'avr-',
  94: 'xtensa-esp32-elf-',
  183: 'aarch64-linux-gnu-',
  243: 'riscv64-unknown-elf-',
};

/**
 * Decodes the fault that a port printed, and looks its addresses up in the symbols of the image that it runs: of the one
 * that it names itself, else of the one that we put on it. Errors: those of `symbolsIn` for a chosen file, and of the
 * records of boards.
 */
export async function decodeConsole({ folder, offset, port, ...wish }: DecodeWish): Promise<Result<Decoded>> {
  const text = await textAround(folder, offset);
  const held = await heldImage(wish.home, port);
  return held.ok ? decodeText({ ...wish, text }, held.value) : held;
}

/** What a person, or an agent, has of a target's output. */
export interface TextWish extends Pick<DecodeWish, 'home' | 'elf'> {
  text: string;
  /** Top of the sources, absolute: places below it become relative. Absent: the folder of the image. */
  workTree?: string;
}

/**
 * As `decodeConsole`, of a text.
 *
 * @param held `contentHash` of the image that the target holds; null: nobody knows
 */
export async function decodeText(wish: TextWish, held: string | null): Promise<Result<Decoded>> {
  const { text } = wish;
  const found = await symbolsFor(wish, text, held);
  if (!found.ok) return found;
  const symbols = found.value;
  if (symbols === null) return ok({ ...(await lookUp(text, NO_SYMBOLS)), symbols: null, missingTool: null });
  const tool = `${symbols.prefix}addr2line`;
  const isMissing = findProgram(tool, path.dirname(symbols.elf), searchFolders()) !== 'found';
  const lookup = isMissing ? ok(NO_SYMBOLS) : await symbolsOf(symbols.elf, symbols.prefix, wish.workTree);
  if (!lookup.ok) return lookup;
  return ok({
    ...(await lookUp(text, lookup.value)),
    symbols: { file: symbols.from, match: matchOf(symbols, text, held) },
    missingTool: isMissing ? tool : null,
  });
}

/**
 * `contentHash` of the image that we last put on the board behind a port; null where we know of no board there, or of no
 * image. Errors: those of the registry and of the board's stored images.
 */
async function heldImage(home: string, port: string): Promise<Result<string | null>> {
  const store = openBoardRegistry(home);
  if (!store.ok) return store;
  const boards = listBoards(store.value);
  store.value.db.close();
  if (!boards.ok) return boards;
  const board = await boardBehind(boards.value, port);
  if (board === undefined) return ok(null);
  const record = await keptOf(home, board.id).record();
  return record.ok ? ok(record.value.holds?.content ?? null) : record;
}

async function boardBehind(boards: readonly Board[], port: string): Promise<Board | undefined> {
  const ports = await listPorts();
  const plugged = ports.ok ? await pluggedPort(port, ports.value) : undefined;
  const real = await realpath(port).catch(() => port);
  return boards.find(({ key }) => (plugged ? recognise(key, plugged) !== null : key.port === real));
}

const NO_SYMBOLS: SymbolLookup = { lookup: async (addresses) => addresses.map(() => null) };

async function lookUp(text: string, lookup: SymbolLookup): Promise<Pick<Decoded, 'fault' | 'calls'>> {
  const addresses = addressesIn(text);
  const places = await lookup.lookup(addresses);
  const calls = addresses.flatMap((address, i) => {
    const location = places[i];
    return location ? [{ address: `0x${address.toString(16).padStart(8, '0')}`, location }] : [];
  });
  return { fault: await decodeFault(text, lookup), calls };
}

async function symbolsFor(
  { home, elf }: TextWish,
  text: string,
  held: string | null,
): Promise<Result<(KeptSymbols & { prefix: string }) | null>> {
  const kept = elf === null ? keptFor(await keptSymbols(home), text, held) : undefined;
  const file = elf ?? kept?.elf;
  if (file === undefined) return ok(null);
  const symbols = await symbolsIn(file);
  if (!symbols.ok) return symbols;
  const prefix = PREFIXES[symbols.value.machine ?? 0] ?? '';
  return ok({ ...symbols.value, from: kept?.from ?? file, prefix });
}

/** What the target names itself, else what we put on it. */
function keptFor(kept: readonly KeptSymbols[], text: string, held: string | null): KeptSymbols | undefined {
  return kept.find((one) => isAnnounced(one, text)) ?? kept.find(({ content }) => content === held);
}

function isAnnounced({ sha256, buildId }: KeptSymbols, text: string): boolean {
  const said = announcedImage(text);
  return said !== null && ((said.what === 'sha256' ? sha256 : buildId)?.startsWith(said.begins) ?? false);
}

function matchOf(
  symbols: KeptSymbols,
  text: string,
  held: string | null,
): 'announced' | 'held' | 'mismatch' | 'unproven' {
  if (announcedImage(text) !== null) return isAnnounced(symbols, text) ? 'announced' : 'mismatch';
  if (held === null) return 'unproven';
  return held === symbols.content ? 'held' : 'mismatch';
}

async function symbolsOf(
  elf: string,
  prefix: string,
  workTree = path.dirname(elf),
): Promise<Result<SymbolLookup>> {
  const confinement = await detectConfinement();
  if (!confinement.ok) return confinement;
  const exec = createExec({ children: UNRECORDED, confinement: confinement.value });
  return ok(await openSymbols({ elf, prefix, exec, workTree, operation: 'decode' }));
}

async function textAround(folder: string, offset: number | null): Promise<string> {
  const last = listSegments(folder).at(-1);
  const end = last ? last.start + last.size : 0;
  const from = Math.max(0, (offset ?? end - BELOW) - ABOVE);
  const { bytes } = await readRange(folder, from, ABOVE + BELOW);
  return bytes.toString('utf8');
}
