import { withoutEscapes } from './escapes.js';

/** Characters of one line that are looked at; a longer line is no test report, whatever it says further on. */
const MAX_LINE = 8192;

/** Control characters other than tab: a target that boots or crashes sends them between lines. */
const CONTROLS = /(?!\t)\p{Cc}/gu;

/**
 * What loggers put before a line: Zephyr (subsys/logging, time stamp, level, module), Linux (`printk.time`), ESP-IDF (level, ms, tag),
 * SEGGER's RTT viewers (terminal number). What follows keeps its own indentation.
 */
const LOG_PREFIX =
  /^(?:\[\d{2}:\d{2}:\d{2}\.\d{3},\d{3}\] (?:<\w{3}> (?:[\w./-]+: )?)?|\[\d{8}\] <\w{3}> (?:[\w./-]+: )?|\[ *\d+\.\d{6}\] ?|[EWIDV] \([\d:.]+\) [\w./-]+: | ?\d{1,2}> )/;

/** One line as it is read by a parser: no escape sequences, no control characters, no logger's prefix, bounded length. */
export function cleanLine(raw: string): string {
  const bounded = raw.length > MAX_LINE ? raw.slice(0, MAX_LINE) : raw;
  return withoutEscapes(bounded).replace(CONTROLS, '').replace(LOG_PREFIX, '').trimEnd();
}

/** Console text to raw lines; LF, CR LF and a lone CR (a redrawn progress line) all end one. */
export const splitLines = (text: string): string[] => text.split(/\r\n|\n|\r/);

/** Console text to cleaned lines, index by index those of `splitLines`. */
export const cleanLines = (text: string): string[] => splitLines(text).map(cleanLine);
