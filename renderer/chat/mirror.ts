import { ChatViewSchema } from '../../shared/chat.js';
import { CHAT_CALLS } from '../../shared/ipc/chat.js';
import type { Result } from '../../shared/problem.js';
import { caller } from '../client.js';
import { mirrorOf } from '../mirror/area-mirror.js';

/** Makes a call about the chat. */
export const callChat = caller(CHAT_CALLS);

/** The chat, as main pushed it last. */
export const useChat = mirrorOf('chat', ChatViewSchema);

/** Shows what went wrong with the last thing that the person did; true where nothing did. */
export type Take = (result: Result<unknown>) => boolean;

/** Takes what main holds, which is older than the panel where that was opened before. */
export async function lookAtChat(): Promise<void> {
  const held = await callChat('chat', undefined);
  if (held.ok && useChat.getState().view === null) useChat.setState({ view: held.value });
}
