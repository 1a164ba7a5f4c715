import { importSource } from './import-source.mjs';

/** What the documentation shows, by the module that holds it. */
const sources = {
  'electron/machine/firmware-loop/table.ts': ['firmwareLoop'],
  'electron/machine/coordinator/table.ts': ['coordinator'],
  'electron/machine/orchestrator/table.ts': ['orchestrator'],
  'electron/machine/delivery/table.ts': ['delivery'],
  'electron/machine/firmware-loop/ladders.ts': ['LADDERS', 'TIMEOUT_RUNGS'],
  'electron/machine/describe.ts': ['describeMachine', 'toMermaid'],
  'electron/effects/firmware-loop/resume.ts': ['RESUME'],
  'electron/effects/coordinator/resume.ts': ['ROUNDTABLE_RESUME'],
  'electron/effects/orchestrator/resume.ts': ['CAMPAIGN_RESUME'],
  'electron/effects/delivery/resume.ts': ['DELIVERY_RESUME'],
  'electron/bench/profiles.ts': ['loadProfiles'],
  'electron/cli/usage.ts': ['USAGE'],
  'electron/tools/offered-tools.ts': ['OFFERED'],
  'electron/tools/tool-error.ts': ['NEXT_ACTIONS'],
  'shared/policy.ts': ['PolicySchema', 'defaultPolicy'],
  'shared/task.ts': ['TaskSchema'],
  'shared/profile.ts': ['QemuProfileSchema', 'HostProfileSchema'],
  'shared/profile/bmc.ts': ['BmcProfileSchema'],
  'shared/profile/board.ts': ['BoardProfileSchema'],
  'shared/profile/flash.ts': ['FlashSchema'],
  'shared/profile/tried.ts': ['TRIALS'],
  'shared/profile/script.ts': ['ScriptProfileSchema', 'ScriptStepSchema'],
  'test/attacks/table.ts': ['attacks'],
  'test/attacks/last-run.ts': ['LastRunSchema'],
  'test/promises.ts': ['promises'],
};

/**
 * @typedef {Pick<typeof import('../electron/machine/firmware-loop/table.js'), 'firmwareLoop'>
 *   & Pick<typeof import('../electron/machine/firmware-loop/ladders.js'), 'LADDERS' | 'TIMEOUT_RUNGS'>
 *   & Pick<typeof import('../electron/machine/describe.js'), 'describeMachine' | 'toMermaid'>
 *   & Pick<typeof import('../electron/effects/firmware-loop/resume.js'), 'RESUME'>
 *   & Pick<typeof import('../electron/machine/coordinator/table.js'), 'coordinator'>
 *   & Pick<typeof import('../electron/effects/coordinator/resume.js'), 'ROUNDTABLE_RESUME'>
 *   & Pick<typeof import('../electron/machine/orchestrator/table.js'), 'orchestrator'>
 *   & Pick<typeof import('../electron/effects/orchestrator/resume.js'), 'CAMPAIGN_RESUME'>
 *   & Pick<typeof import('../electron/machine/delivery/table.js'), 'delivery'>
 *   & Pick<typeof import('../electron/effects/delivery/resume.js'), 'DELIVERY_RESUME'>
 *   & Pick<typeof import('../electron/bench/profiles.js'), 'loadProfiles'>
 *   & Pick<typeof import('../electron/cli/usage.js'), 'USAGE'>
 *   & Pick<typeof import('../electron/tools/offered-tools.js'), 'OFFERED'>
 *   & Pick<typeof import('../electron/tools/tool-error.js'), 'NEXT_ACTIONS'>
 *   & Pick<typeof import('../shared/policy.js'), 'PolicySchema' | 'defaultPolicy'>
 *   & Pick<typeof import('../shared/task.js'), 'TaskSchema'>
 *   & Pick<typeof import('../shared/profile.js'), 'QemuProfileSchema' | 'HostProfileSchema'>
 *   & Pick<typeof import('../shared/profile/bmc.js'), 'BmcProfileSchema'>
 *   & Pick<typeof import('../shared/profile/board.js'), 'BoardProfileSchema'>
 *   & Pick<typeof import('../shared/profile/flash.js'), 'FlashSchema'>
 *   & Pick<typeof import('../shared/profile/tried.js'), 'TRIALS'>
 *   & Pick<typeof import('../shared/profile/script.js'), 'ScriptProfileSchema' | 'ScriptStepSchema'>
 *   & Pick<typeof import('../test/attacks/table.js'), 'attacks'>
 *   & Pick<typeof import('../test/attacks/last-run.js'), 'LastRunSchema'>
 *   & Pick<typeof import('../test/promises.js'), 'promises'>} Tables
 */

const entry = Object.entries(sources)
  .map(([file, names]) => `export { ${names.join(', ')} } from './${file}';`)
  .join('\n');

/**
 * Import the TypeScript that holds the tables.
 *
 * @returns {Promise<Tables>}
 */
export const loadTables = () => importSource(entry);
