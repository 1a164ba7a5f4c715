import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * What stands in the way of writing in a folder, there or not: the system's own words are often about something else
 * (`mkdir` with `recursive` says ENOENT on a read-only file system). Null where nothing does.
 */
export function obstacleTo(folder: string): string | null {
  const there = nearestThatExists(path.resolve(folder));
  try {
    if (!statSync(there).isDirectory()) return `${there} is no folder`;
    accessSync(there, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const nearestThatExists = (place: string): string =>
  existsSync(place) || path.dirname(place) === place ? place : nearestThatExists(path.dirname(place));
