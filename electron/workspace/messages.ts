import { git, placeOf } from './git.js';

/** The messages of the commits from one, which is left out, to another, oldest first; none where git cannot tell. */
export async function messagesBetween(dir: string, from: string, to: string): Promise<string[]> {
  const log = await git(placeOf(dir), ['log', '--reverse', '--format=%B%x00', `${from}..${to}`]);
  if (!log.ok) return [];
  return log.value.split('\0').flatMap((message) => (message.trim() === '' ? [] : [message.trim()]));
}
