import { visibleName } from '../../shared/visible-text.js';

/** What tells ports apart is the end of a long path. */
export const shortName = (port: string): string =>
  visibleName(port)
    .replace(/^.*[\\/]/, '')
    .slice(-20);
