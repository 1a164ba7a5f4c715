import path from 'node:path';
import { shellWord } from '../../shared/shell-word.js';
import { MANUAL } from './manual.js';
import type { Surroundings } from './surroundings.js';

/** What a reader types to start this command line: npm says so, else it is Node with this file, from any folder. */
export function programName({ env, started, here }: Pick<Surroundings, 'env' | 'started' | 'here'>): string {
  if (env.BENCHLOOP_PROGRAM) return env.BENCHLOOP_PROGRAM;
  if (!/\.m?js$/.test(started)) return 'benchloop';
  return `node ${shellWord(path.resolve(here, started), process.platform)}`;
}

/** A command that a text tells the reader to type. */
const COMMAND = new RegExp(`\\bbenchloop (?=(?:${Object.keys(MANUAL).join('|')}|demo|help|--help)\\b)`, 'g');

/** A text whose commands can be pasted. */
export const typable = (text: string, program: string): string => text.replace(COMMAND, () => `${program} `);
