const LINE_END = /[\r\n]$/;

/**
 * Makes what is typed harmless to ipmitool: at the beginning of a line `~` is its escape (`~.` would end the console), so
 * there it is typed twice. Source: ipmitool 1.8.19, lib/ipmi_sol.c, processSolUserInput.
 */
export function createSolInput(): (text: string) => string {
  let atLineStart = true;
  return (text) => {
    const escaped = text.replace(/(^|[\r\n])~/g, (found, before: string) =>
      before !== '' || atLineStart ? `${before}~~` : found,
    );
    if (text !== '') atLineStart = LINE_END.test(text);
    return escaped;
  };
}
