import { westEnvironment } from '../../../workspace/build/west-workspace.js';
import type { FirmwareBench } from '../bench.js';

/** What every build of a run gets from outside its tree: variables, and the SDK folders that it may read, absolute. */
export interface BuildAccess {
  env: Readonly<Record<string, string>>;
  readable: readonly string[];
}

/** The task's own variables go before those of a west workspace. */
export const buildAccess = ({ policy, loaded }: FirmwareBench): BuildAccess => ({
  env: { ...westEnvironment(policy.sdk), ...loaded.task.build.env },
  readable: policy.sdk,
});
