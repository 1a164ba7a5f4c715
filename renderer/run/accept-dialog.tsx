import { useEffect, useState } from 'react';
import type { Output } from '../../shared/ipc.js';
import { ask, watch } from '../actions.js';
import { GateDialog } from '../gate/gate-dialog.js';
import { useMirror } from '../mirror/mirror.js';
import { select } from '../selection.js';

const close = (): void => select({ dialog: null });

/** Asks whether the patch of a run that ended unproven is to be published, and shows all that the answer covers. */
export function AcceptDialog() {
  const [run] = useState(() => useMirror.getState().run?.run ?? null);
  const [offer, setOffer] = useState<Output<'acceptOffer'> | null>(null);
  useEffect(() => {
    if (run !== null) void ask('acceptOffer', { run }).then((told) => (told ? setOffer(told) : close()));
  }, [run]);
  if (run === null || offer === null) return null;
  const { binding } = offer;
  return (
    <GateDialog
      waitingKey={`${run} accept`}
      gate={{ ...offer, scope: 'publish', risk: null, reasons: [] }}
      onAnswer={async (answer) => {
        if (answer === 'yes' && (await ask('acceptRun', { run, binding })) === null) return false;
        close();
        await watch(run);
        return true;
      }}
      onLater={close}
    />
  );
}
