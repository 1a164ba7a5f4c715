import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startSocat } from '../../../fixtures/serial/socat.js';
import { until } from '../../../fixtures/until.js';
import { createRandomStream } from './random-stream.js';
import { feed, openScene, type Scene } from './scene.js';

let scene: Scene;
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await scene.close();
});

interface Console {
  child: ChildProcess;
  out: () => string;
  err: () => string;
  code: Promise<number | null>;
}

function start(args: readonly string[], command = 'console'): Console {
  const [out, err] = [openSync(scene.file('out'), 'w'), openSync(scene.file('err'), 'w')];
  const child = spawn(process.execPath, [scene.cli, command, ...args], {
    env: { ...process.env, BENCHLOOP_HOME: scene.file('home') },
    stdio: ['ignore', out, err],
  });
  children.push(child);
  return {
    child,
    out: () => readFileSync(scene.file('out'), 'utf8'),
    err: () => readFileSync(scene.file('err'), 'utf8'),
    code: once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null)),
  };
}

const open = (...args: string[]): Console =>
  start(['--port', scene.device, '--baud', '115200', '--log', scene.file('log'), ...args]);

const openFiles = (pid: number | undefined): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      return []; // closed meanwhile
    }
  });

/** A program that reads the port and asks for no lock. */
async function readBeside(): Promise<ChildProcess> {
  const reader = spawn('cat', [scene.device], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(reader);
  // before that, its third file is a library
  const terminal = realpathSync(scene.device);
  await until(() => openFiles(reader.pid).includes(terminal));
  return reader;
}

const SILENT = `id: silent
kind: board
title: Silent
find: {}
flash: { protocol: stk500v1, connectSec: 1, regions: [{ name: flash, start: 0, size: 32256, page: 128 }] }
`;

/** The console listens once its log is there. */
const listening = (): Promise<void> => until(() => existsSync(scene.file('log')));

describe('benchloop console', () => {
  it('writes 200 MB of random bytes to the log, byte for byte', { tags: 'full' }, async () => {
    scene = await openScene();
    const console_ = open();
    await listening();
    const size = 200 * 1024 * 1024;
    const random = createRandomStream(size);
    await pipeline(random.stream, createWriteStream(scene.far));
    await until(() => statSync(scene.file('log')).size >= size);
    console_.child.kill('SIGTERM');
    expect(await console_.code).toBe(3);
    expect(random.same(scene.file('log'))).toBe(true);
  });

  it('says that the data folder is read-only, where that is so, and what to do', async () => {
    scene = await openScene();
    const home = scene.file('home');
    mkdirSync(home);
    const words = ['--dev-bind', '/', '/', '--ro-bind', home, home, process.execPath, scene.cli, 'console'];
    const { status, stderr } = spawnSync('bwrap', [...words, '--port', scene.device], {
      env: { ...process.env, BENCHLOOP_HOME: home, BENCHLOOP_LANG: 'en' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stderr).toContain(`${home}/consoles`);
    expect(stderr).toContain('read-only file system');
    expect(stderr).toContain('set BENCHLOOP_HOME to another one');
    expect(status).toBe(2);
  });

  it('tells of a program that reads the port too, and not of the one at its other end', {
    tags: 'full',
  }, async () => {
    scene = await openScene();
    const reader = await readBeside();
    const console_ = open();
    const told = `bytes may be missing: cat (${reader.pid}) reads it too`;
    await until(() => console_.err().includes(told));
    console_.child.kill('SIGTERM');
    expect(await console_.code).toBe(3);
    expect(console_.err().match(/reads it too/g)).toHaveLength(1);
  });

  it('has its thief named by a flash that nobody answered, too', { tags: 'full' }, async () => {
    scene = await openScene();
    const reader = await readBeside();
    writeFileSync(scene.file('uno.yaml'), SILENT);
    writeFileSync(scene.file('i.hex'), ':0100000000FF\n:00000001FF\n');
    const asked = ['--profile', scene.file('uno.yaml'), '--port', scene.device, '--approve', 'flash'];
    const flash = start([...asked, scene.file('i.hex')], 'flash');
    expect(await flash.code).not.toBe(0);
    expect(flash.err()).toMatch(`no bootloader answers at this port`);
    expect(flash.err()).toMatch(`cat (${reader.pid}) reads it too`);
    expect(flash.err().match(/reads it too/g)).toHaveLength(1);
  });

  it('shows lines with their time, and only those that the filter lets through', async () => {
    scene = await openScene();
    const shown = open('--timestamps', '--filter', '^TEMP=\\d+$', '--ignore-case');
    await listening();
    await feed(scene, 'boot\r\n\u001b[32mtemp=\u001b[2J21\r\n');
    await until(() => shown.out().includes('21'));
    expect(shown.out()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z <ESC>\[32mtemp=<ESC>\[2J21\n$/);
  });

  it('gives up a filter that takes for ever at a line, says so, and shows every line from there on', {
    tags: 'full',
  }, async () => {
    scene = await openScene();
    const shown = open('--filter', '^(a+)+$');
    await listening();
    await feed(scene, `hidden\naaa\n${'a'.repeat(64)}!\nlast\n`);
    await until(() => shown.out().includes('last'));
    expect(shown.out()).toBe(`aaa\n${'a'.repeat(64)}!\nlast\n`);
    expect(shown.err()).toContain('--filter: it takes too long for a line of this console');
  });

  it('ends with 1 where the port went away and did not come back in time', { tags: 'full' }, async () => {
    scene = await openScene();
    const shown = open('--patience', '0.5');
    await listening();
    await scene.unplug();
    expect(await shown.code).toBe(1);
    expect(shown.err()).toContain('the device is gone');
  });

  it('ends with 2 for a port that is not there, and for a file', { tags: 'full' }, async () => {
    scene = await openScene();
    expect(await start(['--port', scene.file('nothing')]).code).toBe(2);
    writeFileSync(scene.file('plain'), 'text');
    const plain = start(['--port', scene.file('plain')]);
    expect(await plain.code).toBe(2);
    expect(plain.err()).toContain('not a serial port');
  });

  it('ends with 0 after its time, and tells lines that the port has not', { tags: 'full' }, async () => {
    scene = await openScene();
    const shown = open('--seconds', '0.5', '--dtr', 'off', '--break', '10');
    expect(await shown.code).toBe(0);
    expect(shown.err()).toContain('unsupported here');
  });

  it("mirrors the port to pyserial's RFC 2217 client, both ways, every byte value", async () => {
    scene = await openScene();
    const shown = open('--serve', '127.0.0.1:0');
    await until(() => shown.err().includes('rfc2217://'));
    const url = /rfc2217:\/\/\S+/.exec(shown.err())?.[0] ?? '';
    await listening();
    children.push(await startSocat([`OPEN:${scene.far},raw,echo=0`, 'EXEC:cat']));
    const script = [
      'import serial, sys',
      'port = serial.serial_for_url(sys.argv[1] + "?timeout=60", baudrate=115200, timeout=60)',
      // as many as a number of RFC 2217 can say are refused, and harm nobody
      'try:',
      '    port.baudrate = 4294967295',
      '    sys.exit(2)',
      'except ValueError:',
      '    port.baudrate = 57600',
      'data = bytes(range(256)) * 4',
      'port.write(data)',
      'back = port.read(len(data))',
      'port.close()',
      'sys.exit(0 if back == data else 1)',
    ].join('\n');
    const judge = spawn('/usr/bin/python3', ['-c', script, url], { stdio: ['ignore', 'ignore', 'inherit'] });
    children.push(judge);
    expect(await once(judge, 'exit')).toEqual([0, null]);
  });
});
