/**
 * Names of files are bytes on POSIX systems, and those of old archives are no UTF-8. A byte-wise path holds one
 * character for each byte, so that every name that a folder lists (as `latin1`) is found again.
 */
export const byteWise = (path: string): string => Buffer.from(path).toString('latin1');

/** A byte-wise path for calls to the system. */
export const onDisk = (path: string): Buffer => Buffer.from(path, 'latin1');

/** A byte-wise path as text; bytes that are no UTF-8 are replaced. */
export const shown = (path: string): string => onDisk(path).toString();
