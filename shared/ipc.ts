import type * as z from 'zod';
import type { Area, Channel, ChannelOf } from './channels.js';
import { BOARD_CALLS } from './ipc/boards.js';
import { CAMPAIGN_CALLS } from './ipc/campaigns.js';
import { CHAT_CALLS } from './ipc/chat.js';
import { CONSOLE_CALLS } from './ipc/console.js';
import { FLASH_CALLS } from './ipc/flash.js';
import { KEY_CALLS } from './ipc/keys.js';
import { RUN_CALLS } from './ipc/runs.js';
import { SESSION_CALLS } from './ipc/sessions.js';
import type { Result } from './problem.js';

/** The one contract between window and main. Handlers, client and types are derived from it. */
const IPC = {
  ...RUN_CALLS,
  ...SESSION_CALLS,
  ...CAMPAIGN_CALLS,
  ...CHAT_CALLS,
  ...KEY_CALLS,
  ...BOARD_CALLS,
  ...CONSOLE_CALLS,
  ...FLASH_CALLS,
};

export type Input<C extends Channel> = z.infer<(typeof IPC)[C]['in']>;
export type Output<C extends Channel> = z.infer<(typeof IPC)[C]['out']>;

/** Some calls of the contract, in the form that code over any channel is checked against. */
export type Contract<C extends Channel> = {
  [Name in C]: { in: z.ZodType<Input<Name>>; out: z.ZodType<Output<Name>> };
};
/** For main: the window loads the calls of an area with its view. */
export const CONTRACT: Contract<Channel> = IPC;

/** What main implements for each call. */
export type Handlers = {
  [C in Channel]: (input: Input<C>) => Result<Output<C>> | Promise<Result<Output<C>>>;
};
export type HandlersOf<A extends Area> = Pick<Handlers, ChannelOf<A>>;
