import type { Confinement, Exec, ExecRequest } from '../../../shared/process.js';
import type { Diagnostic } from '../../../shared/results.js';
import { wrapCompilers } from './compiler-wrappers.js';

/**
 * Runs a build that failed once more, its compilers wrapped, and returns what they say as JSON: columns in bytes, and fix-its that
 * the text of older compilers has not. Files relative to `root` where they lie inside it. `make` repeats no more than what failed.
 * Where it is cut off, `discard` removes what builds have left: a half-written file looks newer than its source.
 *
 * Not done at once, in the first run: a wrapper costs some 2 ms of every compilation, which is a tenth of a small one.
 */
export async function askCompilersAgain(
  request: ExecRequest & { confine: Confinement },
  o: { exec: Exec; wrappers: string; root: string; discard: () => Promise<void> },
): Promise<Diagnostic[]> {
  const wrapped = await wrapCompilers(o.wrappers);
  if (!wrapped) return [];
  try {
    const done = await o.exec({
      ...request,
      argv: wrapped.launch(request.argv),
      env: { ...request.env, ...wrapped.env },
      confine: {
        writable: [...request.confine.writable, wrapped.writable],
        readable: [...(request.confine.readable ?? []), wrapped.readable],
      },
    });
    if (done.ended !== 'exit') await o.discard();
    return await wrapped.collect(o.root);
  } finally {
    await wrapped.remove();
  }
}
