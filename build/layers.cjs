'use strict';

const { layers, ownedPackages } = require('./layer-table.cjs');

/** @typedef {import('./layer-table.cjs').Layer} Layer */

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
const exceptRules = ({ name, at, except }) =>
  except === undefined
    ? []
    : [
        forbid(
          `${name}-except`,
          `${name} does not import ${except}`,
          { path: `^${at}` },
          { path: `^${except}` },
        ),
      ];

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
    ...layers.flatMap(exceptRules),
    ...layers.flatMap(packageRules),
    ...ownerRules,
    everyFileHasALayer,
    forbid('no-cycles', 'files do not import one another in a circle', {}, { circular: true }),
    // `benchloop:…` is made by the bundler (build/bundle-plugins.mjs).
    forbid('resolvable', 'what is imported exists', {}, { couldNotResolve: true, pathNot: '^benchloop:' }),
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
