import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Settings, SettingsSchema } from '../../shared/ipc/console-view.js';
import type { Output } from '../../shared/ipc.js';
import { Choice } from './choice.js';
import { ask } from './console-state.js';
import { prefsOf } from './port-prefs.js';
import { changePortPrefs, usePrefs } from './prefs.js';

const BAUDS = [9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1000000, 2000000];
const FRAMES = ['8N1', '8E1', '8O1', '8N2', '7E1', '7O1', '7N2'] as const;
const FLOWS = ['none', 'rtscts', 'xonxoff'] as const;
const FLOW_NAMES = { rtscts: 'RTS/CTS', xonxoff: 'XON/XOFF' } as const;
const PARITIES = { N: 'none', E: 'even', O: 'odd' } as const;

/** Asks which port is to be opened, and how; what was chosen for a device is kept. */
export function OpenPortForm({ onOpened }: { onOpened: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [known, setKnown] = useState<Output<'consolePorts'>>([]);
  const [port, setPort] = useState('');
  const name = port.trim();
  const owner = { id: name, identity: known.find(({ path }) => path === name)?.identity ?? null };
  const kept = usePrefs((prefs) => prefsOf(prefs, owner).settings);
  const [change, setChange] = useState<Partial<Settings>>({});
  const settings = { ...kept, ...change };
  useEffect(() => {
    void ask('consolePorts', undefined).then((ports) => setKnown(ports ?? []));
  }, []);
  const valid = name !== '' && SettingsSchema.safeParse(settings).success;
  const open = (event: FormEvent): void => {
    event.preventDefault();
    if (!valid) return;
    changePortPrefs(owner, { settings });
    void ask('openPort', { port: name, settings });
    onOpened();
  };
  return (
    <form className="open-port" onSubmit={open} aria-label={t('ports.openTitle')}>
      <label>
        {t('ports.port')}
        <input
          value={port}
          list={`${id}-ports`}
          placeholder={known[0]?.path ?? '/dev/ttyUSB0'}
          onChange={(event) => setPort(event.target.value)}
        />
      </label>
      <datalist id={`${id}-ports`}>
        {known.map(({ path, description }) => (
          <option key={path} value={path}>
            {description}
          </option>
        ))}
      </datalist>
      <label>
        {t('ports.baud')}
        <input
          className="short"
          inputMode="numeric"
          list={`${id}-bauds`}
          value={settings.baud || ''}
          onChange={(event) => setChange({ ...change, baud: Number(event.target.value) })}
        />
      </label>
      <datalist id={`${id}-bauds`}>
        {BAUDS.map((baud) => (
          <option key={baud} value={baud} />
        ))}
      </datalist>
      <Choice
        label={t('ports.frame')}
        value={FRAMES.find((frame) => frame === frameOf(settings)) ?? '8N1'}
        options={FRAMES.map((frame) => [frame, frame])}
        onChange={(frame) => setChange({ ...change, ...settingsOf(frame) })}
      />
      <Choice
        label={t('ports.flow')}
        value={settings.flow}
        options={FLOWS.map((flow) => [flow, flow === 'none' ? t('ports.noFlow') : FLOW_NAMES[flow]])}
        onChange={(flow) => setChange({ ...change, flow })}
      />
      <button type="submit" className="main-button" disabled={!valid}>
        {t('ports.open')}
      </button>
    </form>
  );
}

/** `8N1`. */
export const frameOf = ({ dataBits, parity, stopBits }: Settings): string =>
  `${dataBits}${parity.charAt(0).toUpperCase()}${stopBits}`;

function settingsOf(frame: (typeof FRAMES)[number]): Partial<Settings> {
  const parity = Object.entries(PARITIES).find(([letter]) => letter === frame[1])?.[1] ?? 'none';
  return { dataBits: frame.startsWith('7') ? 7 : 8, parity, stopBits: frame.endsWith('2') ? 2 : 1 };
}
