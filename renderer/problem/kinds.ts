import type { ProblemCode } from '../../shared/problem.js';

export type ProblemKind =
  | 'task'
  | 'repo'
  | 'profile'
  | 'run'
  | 'computer'
  | 'port'
  | 'board'
  | 'image'
  | 'flash'
  | 'usage'
  | 'loop';

const KINDS: Partial<Record<ProblemCode, ProblemKind>> = {
  TASK_NOT_FOUND: 'task',
  TASK_MALFORMED: 'task',
  POLICY_MALFORMED: 'task',
  REPO_NOT_FOUND: 'repo',
  REPO_NO_COMMIT: 'repo',
  PROFILE_UNKNOWN: 'profile',
  PROFILE_MALFORMED: 'profile',
  RUN_NOT_FOUND: 'run',
  GATE_NOT_FOUND: 'run',
  RUN_OWNED: 'run',
  VERSION_MISMATCH: 'run',
  JOURNAL_CORRUPT: 'run',
  HOME_UNWRITABLE: 'computer',
  DISK_FULL: 'computer',
  PORT_NOT_FOUND: 'port',
  PORT_PERMISSION: 'port',
  PORT_BUSY: 'port',
  PORT_LOST: 'port',
  BOARD_NOT_FOUND: 'board',
  BOARD_MISMATCH: 'board',
  BOARD_LEASED: 'board',
  LEASE_LOST: 'board',
  BOARD_QUARANTINED: 'board',
  IMAGE_MALFORMED: 'image',
  IMAGE_REFUSED: 'image',
  FLASH_FAILURE: 'flash',
  VERIFY_FAILURE: 'flash',
  FLASH_DECLINED: 'flash',
  USAGE: 'usage',
};

/** What a failure is about, as far as its heading says; the loop's own error types are one kind. */
export const kindOf = (code: ProblemCode): ProblemKind => KINDS[code] ?? 'loop';
