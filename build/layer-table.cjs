'use strict';

/**
 * Who may import whom (architecture: "Layout"). A layer imports itself and what its row names, nothing else of the project.
 * `packages`: npm packages and Node modules it may import; absent means all but `electron`.
 *
 * @typedef {object} Layer
 * @property {string} name
 * @property {string} at pattern of its paths
 * @property {readonly string[]} imports names of layers
 * @property {string} [except] pattern of paths in those layers that it does not import all the same
 * @property {readonly string[]} [packages]
 * @property {boolean} [electron] it may import `electron`
 * @property {boolean} [node] it may import Node's modules; default true
 */

/** @type {readonly Layer[]} */
const layers = [
  { name: 'shared', at: 'shared/', imports: [], packages: ['zod'] },

  // The leaves do not know one another: what one needs of another is passed in. All may read and write files.
  { name: 'files', at: 'electron/files/', imports: ['shared'] },
  {
    name: 'machine',
    at: 'electron/machine/',
    imports: ['shared'],
    packages: ['robot3', 'zod', 'crypto'],
  },
  { name: 'journal', at: 'electron/journal/', imports: ['files', 'shared'] },
  { name: 'bench', at: 'electron/bench/', imports: ['files', 'shared'] },
  { name: 'workspace', at: 'electron/workspace/', imports: ['files', 'shared'] },
  { name: 'agents', at: 'electron/agents/', imports: ['files', 'shared'] },

  // The engine knows what a machine is, and none of them.
  {
    name: 'engine',
    at: 'electron/engine/',
    imports: ['machine', 'journal', 'files', 'shared'],
    except: 'electron/machine/[^/]+/',
  },
  { name: 'lab', at: 'electron/lab/', imports: ['engine', 'journal', 'bench', 'files', 'shared'] },
  // What a board's gate asks depends on what its record and its lease say.
  {
    name: 'tools',
    at: 'electron/tools/',
    imports: ['lab', 'engine', 'bench', 'workspace', 'agents', 'files', 'shared'],
  },
  {
    name: 'effects',
    at: 'electron/effects/',
    imports: [
      'tools',
      'lab',
      'engine',
      'machine',
      'journal',
      'bench',
      'workspace',
      'agents',
      'files',
      'shared',
    ],
  },
  {
    name: 'core',
    at: 'electron/core/',
    imports: [
      'effects',
      'tools',
      'lab',
      'engine',
      'machine',
      'journal',
      'bench',
      'workspace',
      'agents',
      'files',
      'shared',
    ],
    // The machines come to it through `effects/registry.ts`.
    except: 'electron/(machine|effects)/[^/]+/',
  },

  // The two faces.
  { name: 'ipc', at: 'electron/ipc/', imports: ['core', 'tools', 'lab', 'shared'], electron: true },
  {
    name: 'cli',
    at: 'electron/cli([.]ts|/)',
    imports: ['core', 'tools', 'lab', 'machine', 'bench', 'files', 'shared'],
  },
  { name: 'preload', at: 'electron/preload[.]ts', imports: ['ipc', 'shared'], electron: true },
  { name: 'window', at: 'electron/(window|asset-path)[.]ts', imports: ['shared'], electron: true },
  {
    name: 'main',
    at: 'electron/main[.]ts',
    imports: ['window', 'ipc', 'core', 'files', 'shared'],
    electron: true,
  },

  { name: 'renderer', at: 'renderer/', imports: ['shared'], node: false },
];

/** Only `machine` speaks the state machine library. */
const ownedPackages = { robot3: 'machine' };

module.exports = { layers, ownedPackages };
