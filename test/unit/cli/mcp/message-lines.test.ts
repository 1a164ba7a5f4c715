import { expect, it } from 'vitest';
import { messageLines } from '../../../../electron/cli/mcp/message-lines.js';

/** What comes through, and what is answered, when a client sends these pieces. */
async function sent(...pieces: (string | Buffer)[]) {
  const answers: string[] = [];
  const lines = messageLines((line) => answers.push(line));
  for (const piece of pieces) lines.write(Buffer.from(piece));
  lines.end();
  const through = (await lines.toArray()).map(String).join('');
  return { through, answers: answers.map((line) => JSON.parse(line)) };
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"环"}}\n';

it('lets messages through, however they come in pieces, and blank lines answer nothing', async () => {
  const bytes = Buffer.from(`${PING}\n\r\n${PING}`);
  const pieces = [...bytes].map((byte) => Buffer.from([byte]));
  expect(await sent(...pieces)).toEqual({ through: PING + PING, answers: [] });
});

it.each([
  ['no JSON', '{"jsonrpc":', -32700],
  ['a batch', `[${PING.trim()}]`, -32600],
  ['a value', '"ping"', -32600],
  ['a request of another version', '{"id":1,"method":"ping"}', -32600],
  ['a request whose id is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
])('answers %s with its error and the id null, and goes on', async (_, line, code) => {
  const { through, answers } = await sent(`${line}\n${PING}`);
  expect(answers).toMatchObject([{ jsonrpc: '2.0', id: null, error: { code } }]);
  expect(through).toBe(PING);
});

it('refuses a line that is too long, keeps nothing of it, and goes on behind its end', async () => {
  const many = 'x'.repeat(1024 * 1024);
  const { through, answers } = await sent('{"', ...Array.from({ length: 11 }, () => many), `\n${PING}`);
  expect(answers).toMatchObject([{ id: null, error: { code: -32600 } }]);
  expect(through).toBe(PING);
});
