import { MAX_BAUD } from '../../../shared/baud.js';
import { LONGEST_SEC } from '../../../shared/duration.js';
import { ok, type Result } from '../../../shared/problem.js';
import { DEFAULT_SETTINGS, type Lines, type LinkSettings } from '../../bench/link/link.js';
import { parseCommand, usage } from '../arguments.js';

export interface ConsoleOptions {
  port: string;
  settings: LinkSettings;
  lines: Partial<Lines>;
  /** ms; null where there is no such wish. */
  breakMs: number | null;
  log: string | null;
  /** How long to stay, ms; null without end. */
  durationMs: number | null;
  /** How long a lost port may take to come back, ms. */
  patienceMs: number;
  timestamps: boolean;
  hex: boolean;
  filter: RegExp | null;
  send: string | null;
  eol: string;
  /** Address on loopback at which the port is mirrored. */
  serve: string | null;
  json: boolean;
}

const EOL = { lf: '\n', crlf: '\r\n', cr: '\r', none: '' } as const;
const SWITCH = { on: true, off: false } as const;
const DATA_BITS = { 5: 5, 6: 6, 7: 7, 8: 8 } as const;
const PARITY = { none: 'none', even: 'even', odd: 'odd' } as const;
const STOP_BITS = { 1: 1, 2: 2 } as const;
const FLOW = { none: 'none', rtscts: 'rtscts', xonxoff: 'xonxoff' } as const;

const ARGUMENTS = {
  port: { type: 'string' },
  baud: { type: 'string' },
  'data-bits': { type: 'string' },
  parity: { type: 'string' },
  'stop-bits': { type: 'string' },
  flow: { type: 'string' },
  log: { type: 'string' },
  seconds: { type: 'string' },
  patience: { type: 'string' },
  timestamps: { type: 'boolean' },
  hex: { type: 'boolean' },
  filter: { type: 'string' },
  'ignore-case': { type: 'boolean' },
  send: { type: 'string' },
  eol: { type: 'string' },
  dtr: { type: 'string' },
  rts: { type: 'string' },
  break: { type: 'string' },
  serve: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** A lost port is waited for this long, s. */
const PATIENCE_S = '30';

type Failure = ReturnType<typeof usage>;

/** Errors: USAGE, with the option's name. */
export function parseConsole(args: readonly string[]): Result<ConsoleOptions> {
  const parsed = parseCommand(args, ARGUMENTS, { least: 0, most: 0, names: '' });
  if (!parsed.ok) return parsed;
  const { value, flag } = parsed.value;
  const wrong: Failure[] = [];

  const number = (name: string, text: string | undefined, least: number, most: number): number | null => {
    if (text === undefined) return null;
    const given = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (given >= least && given <= most) return given;
    wrong.push(usage(`--${name} ${text}: not a number from ${least} to ${most}`));
    return null;
  };
  const choice = <T>(name: string, table: Readonly<Record<string, T>>): T | null => {
    const text = value(name);
    if (text === undefined) return null;
    const chosen = Object.hasOwn(table, text) ? table[text] : undefined;
    if (chosen === undefined) wrong.push(usage(`--${name} ${text}: use ${Object.keys(table).join(', ')}`));
    return chosen ?? null;
  };
  const pattern = (text: string | undefined): RegExp | null => {
    try {
      return text === undefined ? null : new RegExp(text, flag('ignore-case') ? 'i' : '');
    } catch (error) {
      wrong.push(usage(`--filter: ${error instanceof Error ? error.message : String(error)}`));
      return null;
    }
  };

  const port = value('port') ?? '';
  if (port === '') wrong.push(usage('--port is missing', 'name the port: benchloop console --port PATH'));
  const baud = number('baud', value('baud'), 1, MAX_BAUD);
  if (baud !== null && !Number.isInteger(baud)) wrong.push(usage(`--baud ${baud}: not a whole number`));
  const seconds = number('seconds', value('seconds'), 0, LONGEST_SEC);
  const patience = number('patience', value('patience') ?? PATIENCE_S, 0, LONGEST_SEC);
  const dtr = choice('dtr', SWITCH);
  const rts = choice('rts', SWITCH);
  const options: ConsoleOptions = {
    port,
    settings: {
      baud: baud ?? DEFAULT_SETTINGS.baud,
      dataBits: choice('data-bits', DATA_BITS) ?? DEFAULT_SETTINGS.dataBits,
      parity: choice('parity', PARITY) ?? DEFAULT_SETTINGS.parity,
      stopBits: choice('stop-bits', STOP_BITS) ?? DEFAULT_SETTINGS.stopBits,
      flow: choice('flow', FLOW) ?? DEFAULT_SETTINGS.flow,
    },
    lines: { ...(dtr !== null && { dtr }), ...(rts !== null && { rts }) },
    breakMs: number('break', value('break'), 1, 10_000),
    log: value('log') ?? null,
    durationMs: seconds === null ? null : seconds * 1000,
    patienceMs: (patience ?? 0) * 1000,
    timestamps: flag('timestamps'),
    hex: flag('hex'),
    filter: pattern(value('filter')),
    send: value('send') ?? null,
    eol: choice('eol', EOL) ?? EOL.lf,
    serve: value('serve') ?? null,
    json: flag('json'),
  };
  return wrong[0] ?? ok(options);
}
