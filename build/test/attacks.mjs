import { randomInt } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importSource } from '../import-source.mjs';
import { cacheDir, projectDir } from '../project.mjs';
import { cutOff, joined, NOTHING } from './attack-tally.mjs';
import { runTests } from './vitest-run.mjs';

const SECONDS = 60;
const LOOK_MS = 500;
/** Bundles are made, the product is read, and surroundings are built: a slow computer takes long for it, s. */
const OPENING_SEC = 600;
const LAST_RUN = path.join(projectDir, 'test', 'attacks', 'last-run.json');

/**
 * @typedef {import('../../test/attacks/attack.js').Attack} Attack
 * @typedef {import('./attack-tally.mjs').Tally} Tally
 * @typedef {{ seed: number, seconds: number, only: number | null }} How `only`: number of the one attempt that is made
 * @typedef {{ name: string } & Tally} Ended
 */

/** Ends the attack that is under way; no other one begins. */
const stop = new AbortController();

/**
 * @param {string} file
 * @returns {Tally | null} null where no attempt has begun
 */
function readNotes(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** @param {string} file */
const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/**
 * Stops an attack of which nothing was heard for too long.
 *
 * @param {string} notes
 * @param {Attack} attack
 */
function watch(notes, { limitSec }) {
  const ending = new AbortController();
  const begun = Date.now();
  const timer = setInterval(() => {
    const heard = changedAt(notes);
    const limit = heard === undefined ? OPENING_SEC : limitSec;
    if (stop.signal.aborted || Date.now() - (heard ?? begun) > limit * 1000) ending.abort();
  }, LOOK_MS);
  return { ending, leave: () => clearInterval(timer) };
}

/**
 * Makes attempts in a process of their own, until the time is over or an attempt does not come back, which is broken then.
 *
 * @param {Attack} attack
 * @param {How} how
 * @param {number} first number of the first attempt
 * @returns {Promise<{ tally: Tally, goesOn: boolean }>} `goesOn`: behind an attempt that did not come back
 */
async function part(attack, { seed, seconds, only }, first) {
  const notes = path.join(cacheDir, `attack-${process.pid}.json`);
  await mkdir(cacheDir, { recursive: true });
  await rm(notes, { force: true });
  const told = { name: attack.name, seed, first, most: only === null ? null : 1, seconds, notes };
  const { ending, leave } = watch(notes, attack);
  const begun = performance.now();
  const run = await runTests(
    'full',
    ['attacks'],
    [],
    { BENCHLOOP_ATTACK: JSON.stringify(told) },
    { stop: ending.signal },
  );
  leave();
  const tally = readNotes(notes) ?? NOTHING;
  await rm(notes, { force: true });
  const isOver = tally.isOver && run.failed === 0;
  if (tally.underWay === null || stop.signal.aborted) return { tally: { ...tally, isOver }, goesOn: false };
  const what = ending.signal.aborted ? `nothing came of it in ${attack.limitSec} s` : 'its process ended';
  // with the wait, and with what it takes to begin anew: an attack ends in its time, also where each attempt is broken so
  const spent = (performance.now() - begun) / 1000;
  return { tally: { ...cutOff(tally, what), seconds: spent }, goesOn: true };
}

/**
 * @param {Attack} attack
 * @param {How} how
 * @returns {Promise<Tally>} `isOver` is false where it could not be carried through
 */
async function carryOut(attack, how) {
  const seconds = how.seconds * (attack.times ?? 1);
  /** @type {Tally} */
  let all = { ...NOTHING };
  for (let first = how.only ?? 1; ; ) {
    const { tally, goesOn } = await part(attack, { ...how, seconds: seconds - all.seconds }, first);
    all = joined(all, tally);
    if (!goesOn) return all;
    if (how.only !== null || all.seconds >= seconds) return { ...all, isOver: true };
    first += tally.tried;
  }
}

/** @param {string} name @param {Tally} tally @param {number} seed */
function tellFindings(name, { findings, broken }, seed) {
  for (const { attempt, what } of findings) {
    console.error(`BROKEN  ${name}, attempt ${attempt}: ${what}`);
    console.error(
      `    BENCHLOOP_ATTACK_SEED=${seed} npm run test:full -- --attacks ${name} --attempt ${attempt}`,
    );
  }
  if (broken > findings.length) console.error(`    and ${broken - findings.length} more`);
}

/** @param {readonly Ended[]} all */
function tellTable(all) {
  const wide = Math.max(...all.map(({ name }) => name.length));
  const row = (/** @type {readonly (string | number)[]} */ [name = '', ...figures]) =>
    console.log(
      `${String(name).padEnd(wide)} ${figures.map((figure) => String(figure).padStart(8)).join(' ')}`,
    );
  row(['attack', 'tried', 'held', 'broken', 'seconds']);
  for (const { name, tried, held, broken, seconds } of all)
    row([name, tried, held, broken, seconds.toFixed(0)]);
}

/** @param {readonly Ended[]} all @param {number} seed */
async function writeLastRun(all, seed) {
  const attacks = all.map(({ name, tried, held, broken, seconds }) => ({
    ...{ name, tried, held, broken },
    seconds: Math.round(seconds),
  }));
  await writeFile(LAST_RUN, `${JSON.stringify({ seed, attacks }, null, 2)}\n`);
  console.log(`${path.relative(projectDir, LAST_RUN)} is written; \`npm run docs\` shows it.`);
}

/** @param {string[]} args loses the option and its value @param {string} option */
function takeNumber(args, option) {
  const at = args.indexOf(option);
  if (at < 0) return null;
  const [, value] = args.splice(at, 2);
  const number = Number(value);
  if (!(number > 0)) throw new Error(`${option} wants a number above 0`);
  return number;
}

/**
 * Carries attacks out one after the other, and says of each how many attempts held. Where all of them were, their figures are kept.
 *
 * @param {readonly string[]} given names of attacks, all without any; `--seconds N` for each, `--attempt N` for one attempt alone
 * @param {NodeJS.ProcessEnv} env BENCHLOOP_ATTACK_SEED: what they choose by
 * @returns {Promise<number>} exit code: 1 if anything is broken, or an attack could not be carried through
 */
export async function runAttacks(given, env) {
  const names = [...given];
  const seconds = takeNumber(names, '--seconds') ?? SECONDS;
  const only = takeNumber(names, '--attempt');
  /** @type {{ attacks: readonly Attack[] }} */
  const { attacks } = await importSource("export { attacks } from './test/attacks/table.ts';");
  const unknown = names.filter((name) => !attacks.some((attack) => attack.name === name));
  if (unknown.length > 0) {
    console.error(
      `no attack is called ${unknown.join(', ')}; there are: ${attacks.map(({ name }) => name).join(', ')}`,
    );
    return 2;
  }
  const seed = Number(env.BENCHLOOP_ATTACK_SEED ?? randomInt(2 ** 31));
  console.log(`The attacks choose by BENCHLOOP_ATTACK_SEED=${seed}.`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  const chosen = attacks.filter(({ name }) => names.length === 0 || names.includes(name));
  /** @type {Ended[]} */
  const ended = [];
  for (const attack of chosen) {
    if (stop.signal.aborted) break;
    ended.push({ name: attack.name, ...(await carryOut(attack, { seed, seconds, only })) });
  }
  return judge(ended, seed, chosen.length, names.length === 0 && only === null);
}

/** @param {readonly Ended[]} ended @param {number} seed @param {number} wanted @param {boolean} isWhole */
async function judge(ended, seed, wanted, isWhole) {
  for (const { name, ...tally } of ended) tellFindings(name, tally, seed);
  tellTable(ended);
  const cut = ended.filter(({ isOver }) => !isOver).map(({ name }) => name);
  if (cut.length > 0) console.error(`not carried through: ${cut.join(', ')}`);
  const isDone = cut.length === 0 && ended.length === wanted;
  if (isDone && isWhole) await writeLastRun(ended, seed);
  return isDone && ended.every(({ broken }) => broken === 0) ? 0 : 1;
}
