import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { refuseHostCalls } from '../../../../electron/bench/qemu/host-calls.js';
import { startMachine } from '../../../../electron/bench/qemu/machine.js';
import type { Exec, ExecRequest } from '../../../../shared/process.js';
import type { QemuProfile } from '../../../../shared/profile.js';

const packet = (text: string): string => {
  const sum = Buffer.from(text, 'latin1').reduce((all, byte) => (all + byte) % 256, 0);
  return `$${text}#${sum.toString(16).padStart(2, '0')}`;
};

/** The debugger's end of a simulator; tells what is answered. */
function debuggerPort() {
  const port = new PassThrough();
  const answers: string[] = [];
  const socket = Object.assign(port, { write: (text: string) => answers.push(text) > 0 });
  const calls = refuseHostCalls(socket as unknown as Socket);
  return { calls, answers, say: (text: string) => port.emit('data', text) };
}

describe('what firmware asks of this computer', () => {
  it.each(['Fsystem,100/8', 'Fopen,100/8,0,0', 'Fread,3,100,10', 'Funlink,100/8', 'Frename,1/2,3/4'])(
    'is refused: %s',
    (request) => {
      const { answers, say } = debuggerPort();
      say(packet(request));
      expect(answers).toEqual([`+${packet('F-1,1')}`]);
    },
  );

  it('is counted where it is a command, also in pieces', () => {
    const { calls, say } = debuggerPort();
    say(packet('Fsystem,100/8').slice(0, 5));
    expect(calls.commands()).toBe(0);
    say(packet('Fsystem,100/8').slice(5));
    say(packet('Fopen,100/8,0,0'));
    expect(calls.commands()).toBe(1);
  });

  it('counts as written where it is a text, which goes nowhere', () => {
    const { answers, say } = debuggerPort();
    say(packet('Fwrite,1,100,1f'));
    expect(answers).toEqual([`+${packet('F1f')}`]);
  });
});

describe('the simulator', () => {
  it('is confined to its sockets and the image, and hands calls of the firmware to its debugger', async () => {
    const started: ExecRequest[] = [];
    const exec: Exec = async (request) => {
      started.push(request);
      return {
        ...{ ended: 'not-found', exitCode: null, signal: null, durationMs: 0 },
        ...{ stdout: new Uint8Array(), stderr: new Uint8Array() },
      };
    };
    const profile = {
      ...{ id: 'q', kind: 'qemu', binary: 'qemu-system-arm', machine: 'lm3s6965evb', uart: 0 },
    } as unknown as QemuProfile;
    const request = { operation: 'op', image: '/i.elf', workTree: '/w', sessionDir: '/s', timeoutMs: 1000 };
    await startMachine(profile, request, exec, new AbortController().signal);
    const { argv = [], confine } = started[0] ?? {};
    expect(argv[argv.indexOf('-semihosting-config') + 1]).toBe('enable=on,target=gdb');
    expect(argv).toEqual(expect.arrayContaining(['-nodefaults', '-no-user-config']));
    expect(confine).toEqual({ writable: [expect.stringContaining('bl-s')], readable: ['/i.elf'] });
  });
});
