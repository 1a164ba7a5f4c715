import type { Board } from '../../../shared/board.js';
import { joined, nested, text, type Words } from '../../../shared/texts/words.js';
import type { Wait } from '../../lab/boards/tickets.js';

/** Who has the boards of a profile that a campaign waits for, and which campaigns come before it. */
export function whoHasBoards(profile: string, { boards, free, ahead }: Wait): Words {
  const first = ahead.length === 0 ? [] : [text`first comes: ${ahead.join(', ')}`];
  const who = joined(...boards.map((board) => standingOf(board, free)), ...first);
  return text`waits for a board of ${profile}: ${nested(who)}`;
}

function standingOf({ id, quarantined, lease, queue }: Board, free: readonly string[]): Words {
  if (quarantined !== null) return text`${id} is out of use, until \`benchloop boards release ${id}\``;
  if (lease !== null && lease.expires_at === null)
    return text`${lease.owner} holds ${id} by hand, until \`benchloop boards release ${id}\``;
  if (lease !== null) return text`${lease.owner} uses ${id}`;
  if (free.includes(id)) return text`${id} is free for another`;
  return queue.length > 0
    ? text`${queue.join(', ')} waits for ${id}`
    : text`${id} is in use under another name`;
}
