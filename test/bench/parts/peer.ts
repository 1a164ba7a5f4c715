import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { benchPeers } from '../../../build/peer-packages.mjs';

/** The tool that ours is compared with, where it is not installed: what is missing and how to get it. Null where it is there. */
export function missingPeer(command: string): string | null {
  return isOnPath(command) ? null : missing(command);
}

/** What an error says, in a line: a program that is not there is named, with how to get it. */
export function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const program = /^spawn (.+)$/.exec('syscall' in error ? String(error.syscall) : '')?.[1];
  const gone = 'code' in error && error.code === 'ENOENT' && program !== undefined;
  return gone ? missing(program) : (error.message.split('\n')[0] ?? '');
}

function missing(command: string): string {
  const known = benchPeers.find((peer) => peer.command === command);
  const how = known ? `sudo apt-get install ${known.debian}` : 'install it';
  return `${command} is missing: ${how}`;
}

function isOnPath(command: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((dir) => {
    try {
      accessSync(path.join(dir, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
