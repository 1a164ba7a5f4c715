import { createInterface } from 'node:readline';
import { inEnglish } from '../../../shared/texts/words.js';
import type { PortClient } from '../../bench/broker/port-client.js';
import type { ConsoleOptions } from './options.js';

const QUIT = '\u001d'; // Ctrl-]

/**
 * At a terminal: a typed line is sent with the chosen line ending, Ctrl-] ends the console, Ctrl-C interrupts it.
 * Elsewhere standard input is left alone.
 *
 * @returns stops it and gives the terminal back
 */
export function readTyped(
  { eol, json }: ConsoleOptions,
  client: PortClient,
  finish: (how: 'done' | 'interrupted') => void,
): () => void {
  if (json || !process.stdin.isTTY || !process.stdout.isTTY) return () => {};
  process.stderr.write('Ctrl-] ends the console.\n');
  const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: '' });
  const onKey = (text: string | undefined): void => {
    if (text === QUIT) finish('done');
  };
  process.stdin.on('keypress', onKey);
  terminal.on('SIGINT', () => finish('interrupted'));
  terminal.on('close', () => finish('done'));
  terminal.on('line', (line) => {
    void client.write(Buffer.from(line + eol)).then((sent) => {
      if (!sent.ok) process.stderr.write(`not sent: ${inEnglish(sent.error.message)}\n`);
    });
  });
  return () => {
    process.stdin.off('keypress', onKey);
    terminal.removeAllListeners('close').close();
  };
}
