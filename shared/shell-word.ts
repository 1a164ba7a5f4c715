/** What no shell takes for more than itself. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * A text as one word of a command line that a person copies: in quotes where it needs them.
 *
 * @param platform as `process.platform`: the shells of Windows know no single quotes, and its paths have no double ones
 */
export function shellWord(text: string, platform: string): string {
  if (platform === 'win32') return PLAIN.test(text.replaceAll('\\', '/')) ? text : `"${text}"`;
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
