import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import type { Region, Segment } from '../../image/image.js';
import { hex } from '../../image/parsed.js';
import { toIntelHex } from '../../image/write-hex.js';
import { fill } from '../../script/values.js';
import type { Flasher, FlashOptions, FlashProgress, Identity, WriteProblem } from '../flasher.js';
import type { FlasherAccess } from '../flasher-access.js';
import { identityIn, UNKNOWN_CHIP } from '../identity.js';
import { totalBytes } from '../pages.js';
import { compare, partly, uncertain, untouched } from '../programming.js';
import { runTool, type ToolRun } from './run.js';

type Settings = FlashSettingsOf<'external'>;
type Run = (run: ToolRun) => Promise<Result<string>>;

const ERASED = 0xff;

/**
 * A tool of the user's. `{image}` is an Intel HEX file of all segments; where the arguments have `{address}` too, it is the
 * bare bytes of one segment, as `{bin}` always is, and the tool runs once for each. Without `read` its exit code is all that is known.
 */
export function createExternal(settings: Settings, access: FlasherAccess): Flasher {
  let known: Readonly<Record<string, string>> = {};
  let written: readonly Segment[] = [];
  const run: Run = (tool) => runTool({ ...tool, values: { ...known, ...tool.values } }, settings, access);
  const { read: readTemplate } = settings;
  const reader =
    readTemplate &&
    ((range: Pick<Region, 'start' | 'size'>, options: FlashOptions & Pick<FlashProgress, 'phase'>) =>
      readBack(readTemplate, range, options, access.scratchDir, run));
  return {
    protocol: 'external',
    verifies: reader === undefined ? 'echo' : 'read-back',
    async connect(options) {
      const port = await portFor(settings, access);
      if (!port.ok) return port;
      const serial = access.usb?.serial;
      known = { ...(serial === undefined ? {} : { serial }), ...port.value };
      const found = await identify(settings, options, run);
      return found.ok ? ok({ ...found.value, loader: path.basename(settings.write[0] ?? '') }) : found;
    },
    ...(reader && {
      read: (region: Region, options: FlashOptions) => reader(region, { ...options, phase: 'dump' }),
    }),
    async write(segments, options) {
      if (options.eraseAll) return fail(untouched(CANNOT_ERASE));
      await access.device?.entered();
      const result = await writeAll(settings, segments, options, access.scratchDir, run);
      if (result.ok) written = segments;
      return result;
    },
    async verify(segments, options) {
      if (reader !== undefined) return compare({ name: settings.write[0] ?? '' }, segments, options, reader);
      return written === segments ? ok(undefined) : fail(UNVERIFIED);
    },
    async start(options) {
      options.onProgress({ phase: 'start', done: 0, total: 0 });
      if (settings.start === undefined) return ok(undefined);
      await access.device?.entered();
      const started = await run(looking(settings.start, {}, options, { phase: 'start', total: 0 }));
      return started.ok ? ok(undefined) : started;
    },
    async close() {},
  };
}

/** A run that leaves the flash as it is; its words are shown. */
const looking = (
  template: readonly string[],
  values: Readonly<Record<string, string>>,
  { signal, onProgress }: FlashOptions,
  { phase, total }: Pick<FlashProgress, 'phase' | 'total'>,
): ToolRun => ({
  ...{ template, values, signal, writes: false },
  onLine: (text) => onProgress({ phase, done: 0, total, text }),
});

async function identify(
  { identify: asked }: Settings,
  options: FlashOptions,
  run: Run,
): Promise<Result<Pick<Identity, 'chip' | 'serial'>>> {
  if (asked === undefined) return ok({ chip: UNKNOWN_CHIP, serial: null });
  const said = await run(looking(asked.command, {}, options, { phase: 'connect', total: 0 }));
  return said.ok ? identityIn(said.value, asked, asked.command[0] ?? '') : said;
}

/** Where the tool wants a serial port, its holder lets go of it first; the name is what is left. */
async function portFor(settings: Settings, access: FlasherAccess): Promise<Result<Record<string, string>>> {
  const { write, read = [], start = [], identify: asked } = settings;
  const words = [...write, ...read, ...start, ...(asked?.command ?? [])];
  if (!words.some((word) => word.includes('{port}'))) return ok({});
  const link = await access.openPort({});
  if (!link.ok) return link;
  await link.value.close();
  return ok({ port: link.value.name });
}

async function writeAll(
  { write: template, commands }: Settings,
  segments: readonly Segment[],
  { onProgress, signal }: FlashOptions,
  dir: string,
  run: Run,
): Promise<Result<void, WriteProblem>> {
  const total = totalBytes(segments);
  const bare = [...template, commands ?? ''].some((word) => /\{(address|bin)\}/.test(word));
  const jobs = bare ? segments.map((segment) => [segment]) : [segments];
  let before = 0;
  for (const job of jobs) {
    if (signal.aborted) return fail(before === 0 ? untouched(STOPPED) : partly(STOPPED, before, total));
    const [first] = job;
    const image = path.join(dir, bare ? 'image.bin' : 'image.hex');
    await writeFile(image, bare && first ? first.bytes : toIntelHex(job));
    const size = totalBytes(job);
    let told = before;
    const onLine = (text: string) => {
      told = Math.max(told, before + Math.floor((size * percent(text)) / 100));
      onProgress({ phase: 'write', done: told, total, text });
    };
    const named = { image, bin: image, address: hex(first?.address ?? 0) };
    const values = await withCommands(commands, named, dir);
    const result = values.ok
      ? await run({ template, values: values.value, signal, writes: true, onLine })
      : values;
    if (!result.ok) return fail(before === 0 ? leftBy(result.error) : partly(result.error, before, total));
    before += size;
    onProgress({ phase: 'write', done: before, total });
  }
  return ok(undefined);
}

/** By a tool that never ran, or one that failed in its own way. */
const leftBy = (problem: Problem): WriteProblem =>
  problem.code === 'TOOLCHAIN_MISSING' || problem.code === 'SCRIPT_REFUSED'
    ? untouched(problem)
    : uncertain(problem);

/** Errors: SCRIPT_REFUSED for a placeholder without a value. */
async function withCommands(
  commands: string | undefined,
  values: Readonly<Record<string, string>>,
  dir: string,
): Promise<Result<Readonly<Record<string, string>>>> {
  if (commands === undefined) return ok(values);
  const text = fill(commands, values);
  if (!text.ok) return text;
  const file = path.join(dir, 'commands.txt');
  await writeFile(file, text.value);
  return ok({ ...values, commands: file });
}

/** What a progress bar says; 0 where a line has none, as between two bars. */
const percent = (line: string): number =>
  Math.min(100, Number(/(\d{1,3})(?:\.\d+)?\s?%/.exec(line)?.[1] ?? 0));

/**
 * With `{start}` the tool gives what is asked for; without, all of its memory from address 0, at the end of which it may
 * leave out what is erased (avrdude does).
 */
async function readBack(
  template: readonly string[],
  { start, size }: Pick<Region, 'start' | 'size'>,
  options: FlashOptions & Pick<FlashProgress, 'phase'>,
  dir: string,
  run: Run,
): Promise<Result<Uint8Array>> {
  const { onProgress, phase } = options;
  const file = path.join(dir, 'read.bin');
  await writeFile(file, '');
  const values = { file, start: hex(start), size: String(size) };
  const result = await run(looking(template, values, options, { phase, total: size }));
  if (!result.ok) return result;
  const whole = await readFile(file);
  const ranged = template.some((word) => word.includes('{start}'));
  if (whole.length === 0 || (ranged && whole.length !== size)) return fail(tooShort(whole.length, size));
  const bytes = new Uint8Array(size).fill(ERASED);
  bytes.set(ranged ? whole : whole.subarray(start, start + size));
  onProgress({ phase, done: size, total: size });
  return ok(bytes);
}

const STOPPED: Problem = { code: 'FLASH_FAILURE', message: 'stopped', next: 'flash again' };

const tooShort = (got: number, wanted: number): Problem => ({
  code: 'VERIFY_FAILURE',
  message: `the tool read ${got} bytes instead of ${wanted}`,
  next: 'check `read` in the profile: it must write bare bytes to {file}',
});

const CANNOT_ERASE: Problem = {
  code: 'FLASH_FAILURE',
  message: 'what the tool erases is said by its own arguments; nothing was written',
  next: 'flash without erasing all, or say it in `write` of the profile',
};

const UNVERIFIED: Problem = {
  code: 'VERIFY_FAILURE',
  message: 'the profile has no `read`, and what is to be verified was not written now',
  next: 'give the profile a `read`, so that the board can be compared',
};
