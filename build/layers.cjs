'use strict';

/**
 * Who may import whom (architecture: "Layout"). A layer imports itself and what its row names, nothing else of the project.
 * `packages`: npm packages and Node modules it may import; absent means all but `electron`.
 *
 * @typedef {object} Layer
 * @property {string} name
 * @property {string} at pattern of its paths
 * @property {readonly string[]} imports names of layers
 * @property {readonly string[]} [packages]
 * @property {boolean} [electron] it may import `electron`
 * @property {boolean} [node] it may import Node's modules; default true
 */

/** @type {readonly Layer[]} */
const layers = [
  { name: 'shared', at: 'shared/', imports: [], packages: ['zod'] },

  // The leaves do not know one another: what one needs of another is passed in.
  { name: 'machine', at: 'electron/machine/', imports: ['shared'], packages: ['robot3', 'zod', 'crypto'] },
  { name: 'journal', at: 'electron/journal/', imports: ['shared'] },
  { name: 'bench', at: 'electron/bench/', imports: ['shared'] },
  { name: 'workspace', at: 'electron/workspace/', imports: ['shared'] },
  { name: 'agents', at: 'electron/agents/', imports: ['shared'] },

  {
    name: 'run',
    at: 'electron/run/',
    imports: ['machine', 'journal', 'bench', 'workspace', 'agents', 'shared'],
  },
  { name: 'ipc', at: 'electron/ipc/', imports: ['run', 'shared'], electron: true },
  { name: 'preload', at: 'electron/preload[.]ts', imports: ['ipc', 'shared'], electron: true },
  { name: 'window', at: 'electron/(window|asset-path)[.]ts', imports: ['shared'], electron: true },

  // The only places that construct things.
  {
    name: 'cli',
    at: 'electron/cli([.]ts|/)',
    imports: ['run', 'machine', 'journal', 'bench', 'workspace', 'agents', 'shared'],
  },
  {
    name: 'main',
    at: 'electron/main[.]ts',
    imports: ['window', 'ipc', 'run', 'machine', 'journal', 'bench', 'workspace', 'agents', 'shared'],
    electron: true,
  },

  { name: 'renderer', at: 'renderer/', imports: ['shared'], node: false },
];

/** Only `machine` speaks the state machine library. */
const ownedPackages = { robot3: 'machine' };

/** @param {string} wanted */
const pathOf = (wanted) => layers.filter(({ name }) => name === wanted).map(({ at }) => `^${at}`);
/** @param {readonly string[]} names */
const inPackages = (names) => `(^|/)node_modules/(@types/)?(${names.join('|')})(/|$)|^(${names.join('|')})$`;

/**
 * @param {string} name
 * @param {string} comment
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @param {Layer} layer */
const projectRule = ({ name, at, imports }) =>
  forbid(
    `${name}-imports`,
    `${name} imports ${imports.join(', ') || 'nothing else of the project'}`,
    { path: `^${at}` },
    {
      path: '^(shared|electron|renderer|build|test|native-config)/',
      pathNot: [`^${at}`, ...imports.flatMap(pathOf)],
    },
  );

/**
 * @param {string} name
 * @param {string} at
 * @param {readonly string[]} packages
 */
const onlyPackages = (name, at, packages) =>
  forbid(
    `${name}-packages`,
    `${name} imports of packages only ${packages.join(', ')}`,
    { path: `^${at}` },
    {
      dependencyTypesNot: ['local', 'localmodule', 'aliased'],
      pathNot: [inPackages(packages), '^(shared|electron|renderer)/'],
    },
  );

/** @param {Layer} layer */
const packageRules = ({ name, at, packages, electron = false, node = true }) => {
  const from = { path: `^${at}` };
  const withoutElectron = forbid(`${name}-without-electron`, `${name} runs without Electron`, from, {
    path: inPackages(['electron']),
  });
  const withoutNode = forbid(`${name}-without-node`, `${name} has no Node`, from, {
    dependencyTypes: ['core'],
  });
  return [
    ...(packages ? [onlyPackages(name, at, packages)] : []),
    ...(electron ? [] : [withoutElectron]),
    ...(node ? [] : [withoutNode]),
  ];
};

const ownerRules = Object.entries(ownedPackages).map(([library, owner]) =>
  forbid(
    `${library}-owner`,
    `only ${owner} imports ${library}`,
    { path: '^(shared|electron|renderer)/', pathNot: pathOf(owner) },
    { path: inPackages([library]) },
  ),
);

const everyFileHasALayer = forbid(
  'every-file-has-a-layer',
  'a file outside the table belongs to no layer: give it a row or another place',
  { path: '^(shared|electron|renderer)/', pathNot: layers.map(({ at }) => `^${at}`) },
  {},
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers.map(projectRule),
    ...layers.flatMap(packageRules),
    ...ownerRules,
    everyFileHasALayer,
    forbid('no-cycles', 'files do not import one another in a circle', {}, { circular: true }),
    forbid('resolvable', 'what is imported exists', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types cross a border as well as values do.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};
