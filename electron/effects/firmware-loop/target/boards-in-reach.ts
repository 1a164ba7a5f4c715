import { countOthers } from '../../../lab/boards/choose.js';
import { openBoardRegistry } from '../../../lab/boards/registry.js';
import { readChoice } from '../../../tools/target/board-choice.js';
import type { FirmwareBench } from '../bench.js';

/**
 * How many boards the run has given up, has, and could take instead just now: one that was plugged in or released since it
 * began counts. 1 where the profile knows no others.
 */
export async function boardsInReach(bench: FirmwareBench): Promise<number> {
  if (bench.profile.kind !== 'board') return 1;
  const { current, givenUp } = await readChoice(bench);
  // without a board there is none to be given up for another
  if (current === null) return givenUp.length + 1;
  const store = openBoardRegistry(bench.home);
  if (!store.ok) return givenUp.length + 1;
  try {
    const others = await countOthers(store.value, bench.profile, [...givenUp, current]);
    return givenUp.length + 1 + others;
  } finally {
    store.value.db.close();
  }
}
