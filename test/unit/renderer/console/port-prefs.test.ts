import { describe, expect, it } from 'vitest';
import { prefsOf, withPortPrefs } from '../../../../renderer/console/port-prefs.js';

const RED = { pattern: 'E', colour: 'red' } as const;
const BLUE = { pattern: 'I', colour: 'blue' } as const;
const coloursOf = (ports: ReturnType<typeof withPortPrefs>, id: string, identity: string | null) =>
  prefsOf({ ports }, { id, identity }).highlights;

describe('what is kept of a port', () => {
  it('follows the device to another name, and leaves the name to the next one', () => {
    const ports = withPortPrefs({}, { id: 'ttyUSB0', identity: 'one' }, { highlights: [RED] });
    expect(coloursOf(ports, 'ttyUSB3', 'one')).toEqual([RED]);
    expect(coloursOf(ports, 'ttyUSB0', 'other')).toEqual([]);
  });

  it('belongs to the name where the device is not known, and is what a new device begins with', () => {
    const named = withPortPrefs({}, { id: 'ttyS0', identity: null }, { highlights: [RED] });
    expect(coloursOf(named, 'ttyS0', 'one')).toEqual([RED]);
    const own = withPortPrefs(named, { id: 'ttyS0', identity: 'one' }, { highlights: [BLUE] });
    expect(coloursOf(own, 'ttyS7', 'one')).toEqual([BLUE]);
    expect(coloursOf(own, 'ttyS0', null)).toEqual([RED]);
  });
});
