/**
 * What an attack came to so far.
 *
 * @typedef {object} Tally
 * @property {number} tried
 * @property {number} held
 * @property {number} broken
 * @property {Finding[]} findings the first of what is broken
 * @property {number | null} underWay number of the attempt that has begun and not ended
 * @property {boolean} isOver
 * @property {number} seconds
 *
 * @typedef {{ attempt: number, what: string }} Finding
 */

/** A product that breaks each time says nothing new. */
const MOST_FINDINGS = 8;

/** @type {Readonly<Tally>} */
export const NOTHING = Object.freeze({
  ...{ tried: 0, held: 0, broken: 0, findings: [] },
  ...{ underWay: null, isOver: false, seconds: 0 },
});

/**
 * A tally with one more attempt.
 *
 * @param {Readonly<Tally>} tally
 * @param {number} attempt its number
 * @param {string | null} what null: the product held
 * @returns {Tally}
 */
export function counted(tally, attempt, what) {
  const findings = what === null ? tally.findings : [...tally.findings, { attempt, what }];
  return {
    ...tally,
    tried: tally.tried + 1,
    held: tally.held + (what === null ? 1 : 0),
    broken: tally.broken + (what === null ? 0 : 1),
    findings: findings.slice(0, MOST_FINDINGS),
    underWay: null,
  };
}

/**
 * The tally of an attack of which a process was ended, or ended itself, within an attempt: that one is broken.
 *
 * @param {Readonly<Tally>} tally
 * @param {string} what
 * @returns {Tally}
 */
export const cutOff = (tally, what) =>
  tally.underWay === null ? { ...tally } : counted(tally, tally.underWay, what);

/**
 * The tally of two parts of an attack.
 *
 * @param {Readonly<Tally>} first
 * @param {Readonly<Tally>} second
 * @returns {Tally}
 */
export const joined = (first, second) => ({
  tried: first.tried + second.tried,
  held: first.held + second.held,
  broken: first.broken + second.broken,
  findings: [...first.findings, ...second.findings].slice(0, MOST_FINDINGS),
  underWay: second.underWay,
  isOver: second.isOver,
  seconds: first.seconds + second.seconds,
});
