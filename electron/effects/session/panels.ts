import { NO_PANELS } from '../../../shared/panels.js';
import type { Show } from '../parts.js';

/** The panels of a session. */
export const showSession: Show = () => ({ ...NO_PANELS });
