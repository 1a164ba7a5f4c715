import path from 'node:path';

/** Where the capture of a port lies: one folder for each port, named after it. */
export function captureFolder(home: string, port: string): string {
  const name = port.replace(/^\/dev\/|^\\\\\.\\/i, '').replace(/[^A-Za-z0-9._-]+/g, '-');
  return path.join(home, 'consoles', name.replace(/^[.-]+/, '').slice(-100) || 'port');
}

/** The whole capture of a port, and one of its files. */
export const CAPTURE_BOUNDS = { capBytes: 2 * 1024 * 1024 * 1024, segmentBytes: 128 * 1024 * 1024 } as const;
