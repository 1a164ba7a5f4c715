import type { Attack } from './attack.js';

const TABLE = [
  {
    name: 'forging',
    promises: ['no patch may', 'doubted pass'],
    tries:
      'patches that print, compute or hide a verdict, close the output, end the program, take names of the library, or know a value of a test, in other spellings of C',
    broken: 'a patch that compiles and is neither refused nor asked about',
    limitSec: 60,
  },
  {
    name: 'honest',
    promises: ['no patch may'],
    tries: 'small honest repairs, as a control',
    broken: 'a repair that is refused',
    limitSec: 60,
  },
] as const satisfies readonly Attack[];

export type AttackName = (typeof TABLE)[number]['name'];

/** All attacks, in the order in which they are carried out. */
export const attacks: readonly Attack[] = TABLE;
