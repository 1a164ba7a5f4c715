import * as z from 'zod';
import { fail, ok, type Problem } from '../../../shared/problem.js';
import { inLines, inOneLine, text } from '../../../shared/texts/words.js';
import { visibleJson } from '../../../shared/visible-text.js';
import { bindingOf } from '../../engine/binding.js';
import type { Asking, Tool } from '../../engine/tool.js';
import type { SessionWork } from '../session-work.js';
import { holdNamed } from './hold-named.js';
import { type NamedBoard, namedBoard } from './named-board.js';
import { sessionConsole } from './session-console.js';

const ConsoleSendArguments = z.strictObject({
  board: z.string().min(1),
  /** As it is typed, line ends included. */
  text: z.string().min(1).max(4096),
});
type ConsoleSendArguments = z.infer<typeof ConsoleSendArguments>;

const ConsoleSendResult = z.object({ board: z.string(), bytes: z.number() });

/** The agent's own text, quoted: nothing in it acts on what shows it. */
function sendAsking({ board, profile }: NamedBoard, said: string): Asking {
  return {
    kind: 'console-send',
    question: text`Send this text to the console of ${board.id}?`,
    subject: inLines(
      inOneLine(text`board: ${`${profile.title} (${board.id})`}`),
      text`profile: ${profile.id}`,
      text`text, quoted: ${visibleJson(said)}`,
    ),
    binding: bindingOf([board.id, profile, said]),
  };
}

/**
 * Types a text on a board's console. The board is the session's from then on. Errors: DECLINED, BOARD_NOT_FOUND, BOARD_LEASED, those
 * of the port.
 */
export const consoleSend: Tool<ConsoleSendArguments, z.infer<typeof ConsoleSendResult>, SessionWork> = {
  ...{ name: 'console_send', kind: 'send', isIdempotent: false, scope: 'write', danger: 'lasting' },
  arguments: ConsoleSendArguments,
  result: ConsoleSendResult,
  check: async ({ board }, work) => {
    const named = await namedBoard(work, board);
    return named.ok ? ok(undefined) : named;
  },
  gate: async (args, work) => {
    const named = await namedBoard(work, args.board);
    return named.ok ? sendAsking(named.value, args.text) : null;
  },
  perform: async (args, work, io) => {
    const named = await namedBoard(work, args.board);
    if (!named.ok) return named;
    const held = await holdNamed(work, named.value, io);
    if (!held.ok) return held;
    const console = await sessionConsole(work, named.value, io);
    if (!console.ok) return console;
    const bytes = Buffer.from(args.text, 'utf8');
    const sent = await console.value.write(bytes);
    return sent.ok ? ok({ board: args.board, bytes: bytes.length }) : sent;
  },
  // whether it was typed before the crash nobody knows, and typing it twice may do something else
  reconcile: async () => ({ adopt: fail(CUT_OFF) }),
};

const CUT_OFF: Problem = {
  code: 'ENV_ERROR',
  message: text`this call was cut off, and nobody knows whether the text was sent`,
  next: text`read the console, then send it again if it is missing`,
};
