import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import layers from '../../../build/layers.cjs';

const { forbidden, options } = layers;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'benchloop-layers-'));
  await writeFile(path.join(root, 'tsconfig.json'), '{ "compilerOptions": { "module": "NodeNext" } }');
  await writeFile(path.join(root, 'package.json'), '{ "type": "module" }');
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** Names of the rules that a project of these files breaks. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
  const roots = [...new Set(Object.keys(files).map((name) => name.split('/')[0] ?? ''))];
  const { output } = await cruise(
    roots.filter((name) => name !== 'node_modules'),
    { ...options, tsConfig: undefined, baseDir: root, validate: true, ruleSet: { forbidden } },
  );
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ rule }) => rule.name).sort();
}

const value = 'export const value = 1;\n';

/** A library as npm would have installed it. */
const installed = (name: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: 'index.js' }),
  [`node_modules/${name}/index.js`]: 'module.exports = {};\n',
});

describe('the layer table', () => {
  it('passes a project in which every import goes down', async () => {
    expect(
      await brokenRules({
        ...installed('zod'),
        'shared/report.ts': "import 'zod';\nexport const value = 1;\n",
        'electron/journal/store.ts': "import 'node:fs';\nexport { value } from '../../shared/report.js';\n",
        'electron/engine/runner.ts': "export { value } from '../journal/store.js';\n",
        'electron/core/core.ts': "export { value } from '../engine/runner.js';\n",
        'electron/cli.ts': "import './core/core.js';\n",
      }),
    ).toEqual([]);
  });

  it('stops a leaf that imports another leaf, even if it takes a type only', async () => {
    expect(
      await brokenRules({
        'electron/journal/store.ts': 'export type Store = number;\n',
        'electron/bench/board.ts':
          "import type { Store } from '../journal/store.js';\nexport type Board = Store;\n",
      }),
    ).toEqual(['bench-imports']);
  });

  it('stops a leaf that imports the runner above it', async () => {
    expect(
      await brokenRules({
        'electron/engine/runner.ts': value,
        'electron/agents/coder.ts': "import '../engine/runner.js';\n",
      }),
    ).toEqual(['agents-imports']);
  });

  it('stops an engine that imports one of the machines', async () => {
    expect(
      await brokenRules({
        'electron/machine/step.ts': value,
        'electron/machine/firmware-loop/table.ts': value,
        'electron/engine/runner.ts':
          "import '../machine/step.js';\nimport '../machine/firmware-loop/table.js';\n",
      }),
    ).toEqual(['engine-except']);
  });

  it('stops a core that imports one of the machines, or what its kit is made of', async () => {
    expect(
      await brokenRules({
        'electron/effects/registry.ts': value,
        'electron/effects/firmware-loop/bench.ts': value,
        'electron/machine/firmware-loop/table.ts': value,
        'electron/core/core.ts': "import '../effects/registry.js';\n",
        'electron/core/begin.ts': "import '../machine/firmware-loop/table.js';\n",
        'electron/core/report.ts': "import '../effects/firmware-loop/bench.js';\n",
      }),
    ).toEqual(['core-except', 'core-except']);
  });

  it('stops shared code that imports anything but zod', async () => {
    expect(await brokenRules({ 'shared/report.ts': "import 'node:fs';\n" })).toEqual(['shared-packages']);
  });

  it('stops a core file that imports Electron', async () => {
    expect(
      await brokenRules({ ...installed('electron'), 'electron/engine/runner.ts': "import 'electron';\n" }),
    ).toEqual(['engine-without-electron']);
  });

  it('stops an importer of robot3 outside machine', async () => {
    expect(
      await brokenRules({ ...installed('robot3'), 'electron/engine/runner.ts': "import 'robot3';\n" }),
    ).toEqual(['robot3-owner']);
  });

  it('stops a renderer that imports the main process or Node', async () => {
    expect(
      await brokenRules({
        'electron/window.ts': value,
        'renderer/view.ts': "import '../electron/window.js';\nimport 'node:fs';\n",
      }),
    ).toEqual(['renderer-imports', 'renderer-without-node']);
  });

  it('stops a circle, a missing file and a file without a layer', async () => {
    expect(
      await brokenRules({
        'electron/core/a.ts': "import './b.js';\n",
        'electron/core/b.ts': "import './a.js';\n",
      }),
    ).toContain('no-cycles');
    expect(await brokenRules({ 'electron/core/c.ts': "import './gone.js';\n" })).toContain('resolvable');
    expect(
      await brokenRules({
        'electron/utils/x.ts': "import '../../shared/report.js';\n",
        'shared/report.ts': value,
      }),
    ).toContain('every-file-has-a-layer');
  });
});
