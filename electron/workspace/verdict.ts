/** What patch policy is told by task and policy files. Globs are relative to the top of the work tree. */
export interface PatchRules {
  allowedPaths: readonly string[];
  forbiddenPaths: readonly string[];
  /** Added plus removed lines. */
  maxLines: number;
  maxFiles: number;
  /** 0..1; a patch above it is refused. */
  riskThreshold: number;
  /** C fragments, e.g. `goto` or `malloc(`: a patch may not add them. */
  bannedConstructs: readonly string[];
  /** More build files and tests than the conventions name. */
  buildFiles?: readonly string[];
  testPaths?: readonly string[];
  /** The project's folder below the top, in forward slashes: conventions such as `test/` are read below it. */
  subdir?: string;
  /** The verdict texts of the task's own test output, beside those of the known kinds. */
  verdict?: RegExp | null;
  /** The exit code of the program is the verdict: nothing may be added that sets one. */
  exitDecides?: boolean;
  /** After a refused patch: one file, few lines. */
  smallestChange?: boolean;
  /** After a refused patch: added log and assertion calls only. */
  logOnly?: boolean;
}

/** One reason to refuse a patch; nobody can approve it. */
export interface Violation {
  rule: string;
  file: string;
  message: string;
}

/** One reason why a patch is risky. `weight` is its part of the risk, 0..1. */
export interface RiskReason {
  reason: string;
  weight: number;
}

export interface PatchVerdict {
  accepted: boolean;
  violations: Violation[];
  /** 0..1, the sum of the reasons' weights. */
  risk: number;
  reasons: RiskReason[];
  files: string[];
  linesChanged: number;
  /** Id of the tree that git makes of the patch; null where the patch was refused unread. */
  tree: string | null;
}
