import type { Result } from '../../../shared/problem.js';
import { registered } from '../../effects/registry.js';
import { compile } from '../../machine/compile.js';
import { replay } from '../replay.js';
import { readCassette } from './read.js';

const machineOf = (id: string) => {
  const definition = registered(id)?.definition;
  return definition ? compile(definition) : null;
};

/** Replays a cassette file. Errors: USAGE where it is none, and what `replay` finds. */
export async function replayFile(file: string): Promise<Result<{ transitions: number }>> {
  const cassette = await readCassette(file);
  return cassette.ok ? replay(cassette.value.structure, machineOf) : cassette;
}
