/** What kind of evidence points at a place. */
export type ClueKind =
  | 'diagnostic'
  | 'fault'
  | 'hang'
  | 'log'
  | 'assertion'
  | 'calls'
  | 'names'
  | 'spectrum'
  | 'hypothesis';

/** A piece of evidence that points at lines of one file. */
export interface Clue {
  kind: ClueKind;
  file: string;
  from: number;
  to: number;
  /** How strongly, 0..1. */
  weight: number;
  /** For the person: what was seen. */
  why: string;
  /** Failing cases run it, and no passing one does. */
  onlyFailing?: boolean;
  /** The function meant, where it is one. */
  function?: string;
}
