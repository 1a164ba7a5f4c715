import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  attachPort,
  type PortClient,
  type PortEvents,
} from '../../../../electron/bench/broker/port-client.js';
import type { Role } from '../../../../electron/bench/broker/port-settings.js';
import type { LinkSettings } from '../../../../electron/bench/link/link.js';
import { DEFAULT_SETTINGS } from '../../../../electron/bench/link/link.js';
import type { Result } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { brokerRuns } from '../../../fixtures/serial/broker-runs.js';
import { startSocat } from '../../../fixtures/serial/socat.js';
import { until } from '../../../fixtures/until.js';

/** A serial cable made of two pseudo-terminals: `device` is the computer's end, `far` the board's. */
export interface Scene {
  readonly device: string;
  readonly far: string;
  readonly cli: string;
  file(name: string): string;
  attach(settings: Partial<LinkSettings>, as?: Partial<Attached>): Promise<Result<PortClient>>;
  unplug(): Promise<void>;
  plug(): Promise<void>;
  /** Sends so many random bytes from the board's end, and gives them. */
  flood(size: number): Promise<Buffer>;
  close(): Promise<void>;
}

interface Attached {
  role: Role;
  events: PortEvents;
}

const DIST = path.resolve('dist');

export async function openScene(): Promise<Scene> {
  const dir = mkdtempSync(path.join(tmpdir(), 'benchloop-broker-'));
  const device = path.join(dir, 'device');
  const far = path.join(dir, 'far');
  const clients: PortClient[] = [];
  let cable: ChildProcess | null = null;

  const plug = async (): Promise<void> => {
    cable = await startSocat([`pty,raw,echo=0,link=${device}`, `pty,raw,echo=0,link=${far}`]);
  };
  const unplug = async (): Promise<void> => {
    if (cable?.exitCode !== null || cable.signalCode !== null) return;
    cable.kill();
    await once(cable, 'exit');
  };

  await plug();
  return {
    device,
    far,
    cli: path.join(DIST, 'cli.js'),
    file: (name) => path.join(dir, name),
    attach: async (settings, { role = 'console', events = DEAF } = {}) => {
      const attached = await attachPort(
        {
          path: device,
          settings: { ...DEFAULT_SETTINGS, ...settings },
          lines: {},
          role,
          captureDir: path.join(dir, 'capture'),
          capBytes: 1 << 30,
          segmentBytes: 8 << 20,
        },
        { who: 'a test', brokerFile: path.join(DIST, 'broker.js') },
        events,
      );
      if (attached.ok) clients.push(attached.value);
      return attached;
    },
    unplug,
    plug,
    flood: async (size) => {
      const bytes = randomBytes(size);
      const stream = createWriteStream(far);
      stream.end(bytes);
      await once(stream, 'close');
      return bytes;
    },
    close: async () => {
      const pids = clients.map((client) => client.opened.pid);
      for (const client of clients) client.close();
      await until(() => !pids.some(brokerRuns));
      await unplug();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const DEAF: PortEvents = { onMark: () => {}, onTapFailed: () => {}, onGone: () => {} };

/** A client that listens, and remembers what it heard. */
export interface Ear {
  readonly client: PortClient;
  bytes(): Buffer;
  text(): string;
  /** Kinds, oldest first. */
  marks(): string[];
  gone(): boolean;
}

interface EarOptions {
  settings: Partial<LinkSettings>;
  role: Role;
  /** Holds each piece up until it resolves. */
  dealt: () => Promise<void>;
}

export async function attach(scene: Scene, o: Partial<EarOptions> = {}): Promise<Ear> {
  const heard: Buffer[] = [];
  const marks: string[] = [];
  let gone = false;
  const events: PortEvents = {
    onMark: (mark) => marks.push(mark.kind),
    onTapFailed: (problem) => marks.push(problem.code),
    onGone: () => {
      gone = true;
    },
  };
  const attached = await scene.attach(o.settings ?? {}, { role: o.role, events });
  if (!attached.ok) throw new Error(inEnglish(attached.error.message));
  const listening = await attached.value.listen(async ({ bytes }) => {
    await o.dealt?.();
    heard.push(Buffer.from(bytes));
  });
  if (!listening.ok) throw new Error(inEnglish(listening.error.message));
  return {
    client: attached.value,
    bytes: () => Buffer.concat(heard),
    text: () => Buffer.concat(heard).toString(),
    marks: () => marks,
    gone: () => gone,
  };
}

/** The board says something. */
export async function feed(scene: Scene, text: string): Promise<void> {
  await writeFile(scene.far, text, { flag: 'r+' });
}
