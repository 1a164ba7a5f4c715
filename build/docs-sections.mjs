import path from 'node:path';
import * as z from 'zod';
import { attackTable, promiseTable } from './docs-attacks.mjs';
import { code, fence, fieldTable, resultTable, table } from './docs-markdown.mjs';
import layerTable from './layer-table.cjs';
import { projectDir } from './project.mjs';

/** @typedef {import('./docs-tables.mjs').Tables} Tables */

/** @param {z.ZodType} schema */
const fields = (schema) => fieldTable(z.toJSONSchema(schema, { io: 'input' }));

/** The keys that all ways of flashing have, then for each its own. @param {Tables} t */
function flashKeys({ FlashSchema }) {
  const shapes = FlashSchema.options.map(({ shape }) => new Map(Object.entries(shape)));
  /** @param {string} key */
  const isCommon = (key) => shapes.every((shape) => shape.get(key) === shapes[0]?.get(key));
  const common = [...(shapes[0] ?? [])].filter(([key]) => isCommon(key));
  const own = shapes.map((shape) => [...shape].filter(([key]) => !isCommon(key)));
  /** @param {[string, z.ZodType][]} entries */
  const keys = (entries) => fields(z.object(Object.fromEntries(entries)));
  return ['All of them:', keys(common), 'Their own:', ...own.map(keys)].join('\n\n');
}

/** `electron/cli([.]ts|/)` as people write it: `electron/cli.ts`, `electron/cli/`. @param {string} at */
function placesOf(at) {
  const plain = at.replaceAll('[.]', '.');
  const [, before = plain, inner = '', after = ''] = /^(.*)\((.*)\)(.*)$/.exec(plain) ?? [];
  return (inner === '' ? [plain] : inner.split('|').map((one) => `${before}${one}${after}`))
    .map(code)
    .join(', ');
}

/** @param {{ packages?: readonly string[], electron?: boolean, node?: boolean }} layer */
function packagesOf({ packages, electron = false, node = true }) {
  if (packages) return `only ${packages.map(code).join(', ')}`;
  if (!node) return 'any, but nothing of Node';
  return electron ? 'any, `electron` too' : 'any but `electron`';
}

function layers() {
  const rows = layerTable.layers.map((layer) => [
    layer.name,
    placesOf(layer.at),
    layer.imports.join(', ') || 'nothing',
    packagesOf(layer),
  ]);
  const owners = Object.entries(layerTable.ownedPackages).map(
    ([library, owner]) => `Only \`${owner}\` imports \`${library}\`.`,
  );
  return `${table(['layer', 'files', 'imports of the project', 'packages'], rows)}\n\n${owners.join('\n')}`;
}

/** @typedef {Pick<import('../electron/machine/machines.js').AnyDefinition, 'states' | 'rows'>} Drawn */

/** @param {Drawn} machine @param {Record<string, number>} sec @param {Record<string, string>} resume */
function states(machine, sec, resume) {
  const rows = Object.entries(machine.states).map(([name, kind]) => [
    code(name),
    kind,
    sec[name] === undefined ? '—' : `${sec[name]} s`,
    resume[name] ?? '—',
  ]);
  return table(['state', 'kind', 'time limit', 'on resume'], rows);
}

/** @param {Drawn} machine */
function transitions(machine) {
  const rows = machine.rows.map((row) => [
    code(row.from),
    code(row.on),
    row.when ? code(row.when) : '',
    code(row.to),
    row.do ? code(row.do) : '',
    row.note ?? '',
  ]);
  return table(['from', 'event', 'guard', 'to', 'reducer', 'note'], rows);
}

/** @param {Tables} t */
const limitsOf = (t) => t.defaultPolicy().stateTimeoutSec;

/** @param {import('../electron/machine/firmware-loop/ladders.js').Rung} rung */
function rungText({ note, to, when, uncounted, beyondTries }) {
  const limits = [
    ...(when ? ['where it applies'] : []),
    ...(uncounted ? ['uses up no try'] : []),
    ...(beyondTries ? ['also after the last try'] : []),
  ];
  return `${note.key} → ${code(to)}${limits.length > 0 ? ` (${limits.join('; ')})` : ''}`;
}

/** @param {Tables} t */
function ladders(t) {
  const rows = Object.entries(t.LADDERS).map(([type, rungs]) => {
    if (type === 'TIMEOUT') return [code(type), 'by the state, see below'];
    const steps = rungs.map((rung, index) => `${index + 1}. ${rungText(rung)}`);
    return [code(type), steps.join('<br>') || '→ `FAILURE`'];
  });
  const timeouts = Object.entries(t.TIMEOUT_RUNGS).map(([state, rung]) => [code(state), rungText(rung)]);
  return `${table(['error type', 'recoveries, in order'], rows)}\n\n${table(['`TIMEOUT` in', 'recovery'], timeouts)}`;
}

/** @param {Tables} t */
function profiles(t) {
  const shipped = t.loadProfiles([path.join(projectDir, 'native-config', 'profiles')]).profiles;
  return table(
    ['id', 'kind', 'target'],
    shipped.map(({ id, kind, title }) => [code(id), kind, title]),
  );
}

/** @param {Tables} t */
function flashers(t) {
  const rows = Object.entries(t.TRIALS).map(([protocol, { speaks, judges, tried }]) => [
    code(protocol),
    speaks,
    tried === 'simulation' ? `**not tried against an independent peer**: ${judges}` : judges,
  ]);
  return table(['`flash.protocol`', 'what it speaks', 'judged by'], rows);
}

/** @param {Tables['OFFERED'][number]['tool']} tool */
function bearingOf({ danger, scope, undo }) {
  if (danger === 'none')
    return 'It only reads: nobody is asked, and it is tried again where the system fails.';
  const asks = scope === null ? 'Nobody is asked.' : `Scope of its questions: ${code(scope)}.`;
  return `${asks} ${undo ? 'It can be undone.' : 'It cannot be undone.'}`;
}

/** @param {Tables['OFFERED'][number]} offered */
function toolPart({ tool, about }) {
  const given = z.toJSONSchema(tool.arguments, { io: 'input' });
  const takes = Object.keys(given.properties ?? {}).length > 0 ? fieldTable(given) : 'No arguments.';
  const gives = resultTable(z.toJSONSchema(tool.result));
  return [`### ${code(tool.name)}`, about, bearingOf(tool), takes, 'It gives:', gives].join('\n\n');
}

/** @param {Tables} t */
const toolErrors = (t) =>
  table(
    ['code', 'what to do, where the error does not say'],
    Object.entries(t.NEXT_ACTIONS).map(([name, { key }]) => [code(name), key]),
  );

/**
 * The generated parts of the documentation, by name.
 *
 * @type {Readonly<Record<string, (tables: Tables) => string>>}
 */
export const sections = {
  usage: (t) => fence('text', t.USAGE),
  layers,
  diagram: (t) => fence('mermaid', t.toMermaid(t.describeMachine(t.firmwareLoop))),
  states: (t) => states(t.firmwareLoop, limitsOf(t)['firmware-loop'], t.RESUME),
  transitions: (t) => transitions(t.firmwareLoop),
  'coordinator-diagram': (t) => fence('mermaid', t.toMermaid(t.describeMachine(t.coordinator))),
  'coordinator-states': (t) => states(t.coordinator, limitsOf(t).coordinator, t.ROUNDTABLE_RESUME),
  'coordinator-transitions': (t) => transitions(t.coordinator),
  'orchestrator-diagram': (t) => fence('mermaid', t.toMermaid(t.describeMachine(t.orchestrator))),
  'orchestrator-states': (t) => states(t.orchestrator, limitsOf(t).orchestrator, t.CAMPAIGN_RESUME),
  'orchestrator-transitions': (t) => transitions(t.orchestrator),
  'delivery-diagram': (t) => fence('mermaid', t.toMermaid(t.describeMachine(t.delivery))),
  'delivery-states': (t) => states(t.delivery, limitsOf(t).delivery, t.DELIVERY_RESUME),
  'delivery-transitions': (t) => transitions(t.delivery),
  ladders,
  policy: (t) => fields(t.PolicySchema),
  task: (t) => fields(t.TaskSchema),
  profiles,
  'profile-qemu': (t) => fields(t.QemuProfileSchema),
  'profile-host': (t) => fields(t.HostProfileSchema),
  'profile-board': (t) => fields(t.BoardProfileSchema.omit({ flash: true, power: true })),
  flashers,
  'flash-keys': flashKeys,
  'profile-script': (t) =>
    fields(z.strictObject(t.ScriptProfileSchema.shape).omit({ flash: true, reset: true, test: true })),
  'profile-bmc': (t) => fields(t.BmcProfileSchema.omit({ deploy: true })),
  'script-step': (t) => fields(t.ScriptStepSchema),
  tools: (t) => t.OFFERED.map(toolPart).join('\n\n'),
  'tool-errors': toolErrors,
  attacks: attackTable,
  'attacked-promises': promiseTable,
};
