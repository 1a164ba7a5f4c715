import { createHash } from 'node:crypto';
import type { Drives } from '../../../shared/board.js';
import { type KnownApproval, storedApprovals } from '../../engine/stored-approvals.js';

const said = (home: string) => storedApprovals(home, 'drives', Date.now);
const bindingOf = (board: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['drives nothing', board]))
    .digest('hex');

/** Whether a person said of this one board that it drives nothing. */
export const saidDrivesNothing = (home: string, board: string): KnownApproval =>
  said(home).find(bindingOf(board));

export const drivesOf = (home: string, board: string): Drives =>
  saidDrivesNothing(home, board).is === 'genuine' ? 'nothing' : 'actuators';

/** Records a person's word about one board; `actuators` takes `nothing` back. @throws Error of the file system */
export function sayDrives(home: string, board: string, drives: Drives): void {
  if (drives === 'nothing') said(home).add(bindingOf(board));
  else said(home).remove(bindingOf(board));
}
