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

module.exports = { layers, ownedPackages };
