import type { Catalogue } from '../template.js';
import { APPROVALS } from './messages/approvals.js';
import { BUILDING } from './messages/building.js';
import { CAMPAIGN } from './messages/campaign.js';
import { CASSETTE } from './messages/cassette.js';
import { CHAT } from './messages/chat.js';
import { CORE } from './messages/core.js';
import { DECISIONS } from './messages/decisions.js';
import { DELIVERY } from './messages/delivery.js';
import { ENGINE } from './messages/engine.js';
import { FIRMWARE_LOOP } from './messages/firmware-loop.js';
import { JOINTS } from './messages/joints.js';
import { MCP } from './messages/mcp.js';
import { MODELS } from './messages/models.js';
import { PARSERS } from './messages/parsers.js';
import { RECOVERIES } from './messages/recoveries.js';
import { REPORT_LINES } from './messages/report.js';
import { ROUNDTABLE } from './messages/roundtable.js';
import { SESSION } from './messages/session.js';
import { SESSION_BENCH } from './messages/session-bench.js';
import { SESSION_REPORT } from './messages/session-report.js';
import { STATES } from './messages/states.js';
import { TARGETS } from './messages/targets.js';
import { TOOLS } from './messages/tools.js';

/** Simplified Chinese for every message (`text`), by its key. */
export const MESSAGES: Catalogue = {
  ...APPROVALS,
  ...BUILDING,
  ...CAMPAIGN,
  ...CASSETTE,
  ...CHAT,
  ...CORE,
  ...DECISIONS,
  ...DELIVERY,
  ...ENGINE,
  ...FIRMWARE_LOOP,
  ...JOINTS,
  ...MCP,
  ...MODELS,
  ...PARSERS,
  ...RECOVERIES,
  ...REPORT_LINES,
  ...ROUNDTABLE,
  ...STATES,
  ...SESSION,
  ...TARGETS,
  ...SESSION_BENCH,
  ...SESSION_REPORT,
  ...TOOLS,
};
