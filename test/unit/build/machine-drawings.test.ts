import * as esbuild from 'esbuild';
import { describe, expect, it } from 'vitest';
import { machineDrawings } from '../../../build/bundle-plugins.mjs';
import { drawMachines } from '../../../build/machine-drawings.js';
import { REGISTRY } from '../../../electron/effects/registry.js';
import { describeMachines } from '../../../electron/machine/machines.js';
import { graphOf } from '../../../renderer/diagram/edges.js';

describe('the drawings in the bundle', () => {
  it('are those of the tables, with a place for every state and a path for every edge', async () => {
    const drawings = await drawMachines();
    expect(drawings.map(({ machine }) => machine)).toEqual(
      describeMachines(REGISTRY.map(({ definition }) => definition)),
    );
    for (const { machine, layout } of drawings) {
      const { main, side } = graphOf(machine);
      expect(Object.keys(layout.states).sort()).toEqual(machine.states.map(({ name }) => name).sort());
      expect(Object.keys(layout.routes).sort()).toEqual([...main, ...side].map(({ id }) => id).sort());
    }
  });

  it('are what a module of the window imports', async () => {
    const built = await esbuild.build({
      stdin: { contents: "import drawings from 'benchloop:drawings'; export default drawings;" },
      bundle: true,
      format: 'esm',
      write: false,
      plugins: [machineDrawings],
    });
    const code = built.outputFiles[0]?.text ?? '';
    const { default: drawings } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    expect(drawings).toEqual(await drawMachines());
  });
});
