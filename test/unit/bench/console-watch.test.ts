import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { openConsoleLog } from '../../../electron/bench/console-log.js';
import { watchConsole } from '../../../electron/bench/console-watch.js';
import { standStill } from '../../fixtures/stand-still.js';

it('hears what was said while this process stood still before it calls a target silent', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'bench-watch-'));
  const log = openConsoleLog(path.join(dir, 'console.log'), 1000);
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => {
    port1.close();
    log.close();
    rmSync(dir, { recursive: true });
  });
  const watch = watchConsole({ health: {}, testEnd: { pattern: '^done', silenceSec: 0.02 } }, log, 600_000);
  port1.on('message', (said: string) => watch.take(Buffer.from(said)));
  watch.take(Buffer.from('one\n'));
  port2.postMessage('two\ndone');
  standStill(100);
  expect(await watch.ended).toMatchObject({ ended_by: 'pattern' });
});
