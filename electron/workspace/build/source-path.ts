import path from 'node:path';

/**
 * A file name as a tool printed it, relative to the work tree with forward slashes where it lies inside it,
 * otherwise as printed. `cwd` is where the tool ran, absolute.
 */
export function sourcePath(dir: string, cwd: string, file: string): string {
  const relative = path.relative(dir, path.resolve(cwd, file));
  const outside = relative === '' || relative.startsWith('..') || path.isAbsolute(relative);
  return outside ? file : relative.split(path.sep).join('/');
}
