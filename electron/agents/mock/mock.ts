import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { type MockOutcome, OUTCOMES } from '../../../shared/mock-outcome.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { ROLES, type Role } from '../../../shared/role.js';
import { text } from '../../../shared/texts/words.js';
import { homeProblem } from '../../files/home.js';
import { makeFolder } from '../../files/make-folder.js';
import { replaceFile } from '../../files/replace-file.js';
import type { AskModel } from '../model.js';
import { madeUp } from './value.js';

/** Below the data folder: what the mocks do from now on, in every run. */
const FILE = 'mock.json';
const MockSchema = z.partialRecord(z.enum(ROLES), z.enum(OUTCOMES));

function outcomesIn(home: string): Partial<Record<Role, MockOutcome>> {
  const file = path.join(home, FILE);
  return existsSync(file) ? MockSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

/** Sets what a role's mock does from now on, in running runs too. Errors: DISK_FULL, HOME_UNWRITABLE. */
export async function setMock(home: string, role: Role, outcome: MockOutcome): Promise<Result<void>> {
  const outcomes = JSON.stringify({ ...outcomesIn(home), [role]: outcome });
  try {
    makeFolder(home);
    await replaceFile(path.join(home, FILE), `${outcomes}\n`);
    return ok(undefined);
  } catch (error) {
    return fail(homeProblem(error, home));
  }
}

/** What a role's mock does now. */
export const mockOutcomeOf = (home: string, role: Role): MockOutcome => outcomesIn(home)[role] ?? 'success';

/** A model that makes its answers up from the schema that is asked for: the same each time. */
export const mockModel =
  (home: string): AskModel =>
  async ({ role, judgement, format }) => {
    if (mockOutcomeOf(home, role) === 'failure')
      return fail({
        code: 'MODEL_FAILURE',
        message: text`the mock of ${role} is set to fail`,
        next: text`set it back: benchloop mock ${role} success`,
      });
    const answer = format === null ? `mock: ${judgement}` : JSON.stringify(madeUp(format.schema, judgement));
    return ok({ text: answer, calls: [], usage: null });
  };
