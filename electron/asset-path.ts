import path from 'node:path';

/** Kinds of file the window's bundle consists of. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * The file that a request of the window means.
 *
 * @param url as requested; untrusted
 * @param host the only host that has files
 * @param folder absolute folder that holds all of them
 * @returns the file's absolute path and content type; undefined for another host, a path outside the folder, or a kind of
 *   file that the bundle has not
 */
export function resolveAsset(
  url: string,
  host: string,
  folder: string,
): { readonly file: string; readonly type: string } | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const name = parsed.host === host ? decoded(parsed.pathname) : undefined;
  if (name === undefined || name.includes('\0')) return undefined;
  const file = path.join(folder, name);
  const type = contentTypes[path.extname(file)];
  const inside = file.startsWith(folder + path.sep);
  return inside && type !== undefined ? { file, type } : undefined;
}

/** `%`-escapes resolved; undefined where they are not UTF-8. */
function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
