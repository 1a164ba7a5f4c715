import type { Drives } from '../../../shared/board.js';
import { bindingOf } from '../../engine/binding.js';
import { type KnownApproval, storedApprovals } from '../../engine/stored-approvals.js';

const said = (home: string) => storedApprovals(home, 'drives', Date.now);
const bindingFor = (board: string): string => bindingOf(['drives nothing', board]);

/** Whether a person said of this one board that it drives nothing. */
export const saidDrivesNothing = (home: string, board: string): KnownApproval =>
  said(home).find(bindingFor(board));

export const drivesOf = (home: string, board: string): Drives =>
  saidDrivesNothing(home, board).is === 'genuine' ? 'nothing' : 'actuators';

/** Records a person's word about one board; `actuators` takes `nothing` back. @throws Error of the file system */
export function sayDrives(home: string, board: string, drives: Drives): void {
  const { is, binding } = saidDrivesNothing(home, board);
  if (drives === 'actuators') {
    if (is !== 'none') said(home).revoke(binding);
  } else if (is !== 'genuine') said(home).add(binding, { subject: board, parts: { board }, run: null });
}
