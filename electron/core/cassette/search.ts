import { homedir } from 'node:os';
import { type CassetteKind, type Found, SOUGHT } from '../../../shared/cassette.js';

type Sought = (typeof SOUGHT)[number];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** PEM is RFC 7468, a JSON web token RFC 7519, credentials in an address RFC 3986 (3.2.1); the prefixes are those of the services. */
const PATTERNS: Readonly<Record<Sought, readonly RegExp[]>> = {
  'private key': [/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/g],
  'service key': [
    /\bsk-(?:[a-z]+-)*[A-Za-z0-9_-]{16,}/g,
    /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
    /\bAIza[0-9A-Za-z_-]{35}/g,
  ],
  token: [
    /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|npm_[A-Za-z0-9]{36}|xox[abeoprs]-[\w-]{10,})/g,
    /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g,
    /\bBearer\s+[\w.~+/-]{16,}/gi,
  ],
  'password in an address': [/\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']+:[^\s/@"']{3,}@/gi],
  'assigned secret': [
    /\b\w*(?:passwor[dt]|passphrase|secret|api_?key|auth_?token|access_?token)\w*["']?\s*[=:]\s*["'][^"'\n]{4,}["']/gi,
  ],
  'home folder': [/(?:\/home|\/Users)\/[\w.-]+|[A-Za-z]:(?:\\\\?|\/)Users(?:\\\\?|\/)[\w.-]+/g],
};

/** Counts what is sought in texts of one kind. */
export function searcher(home = homedir()) {
  const counts = new Map<string, Found>();
  const own = home.length > 1 ? [new RegExp(`${escaped(home)}(?![\\w.-])`, 'g')] : [];
  const note = (kind: CassetteKind, what: Sought, count: number): void => {
    if (count === 0) return;
    const key = `${kind} ${what}`;
    const before = counts.get(key);
    counts.set(key, { kind, what, count: (before?.count ?? 0) + count });
  };
  return {
    search: (kind: CassetteKind, text: string): void => {
      for (const what of SOUGHT) {
        const patterns =
          what === 'home folder' && !isUsual(home) ? [...PATTERNS[what], ...own] : PATTERNS[what];
        for (const pattern of patterns) note(kind, what, text.match(pattern)?.length ?? 0);
      }
    },
    found: (): Found[] => [...counts.values()],
  };
}

/** Whether the general pattern finds it already. */
const isUsual = (home: string): boolean => /^(?:\/home|\/Users)\/|^[A-Za-z]:[\\/]Users[\\/]/.test(home);
