import { CampaignReportSchema } from '../../shared/campaign.js';
import { DeliveryReportSchema } from '../../shared/delivery.js';
import { ReportSchema } from '../../shared/report.js';
import { RoundtableReportSchema } from '../../shared/roundtable.js';
import { SessionReportSchema } from '../../shared/session.js';
import type { Kit } from '../engine/kit.js';
import { coordinator } from '../machine/coordinator/table.js';
import { delivery } from '../machine/delivery/table.js';
import { firmwareLoop } from '../machine/firmware-loop/table.js';
import type { AnyDefinition } from '../machine/machines.js';
import { orchestrator } from '../machine/orchestrator/table.js';
import { session } from '../machine/session/table.js';
import { roundtableBody, showRoundtable } from './coordinator/panels.js';
import { deliveryBody, showDelivery } from './delivery/panels.js';
import { showFirmwareLoop } from './firmware-loop/panels.js';
import { campaignBody, showCampaign } from './orchestrator/panels.js';
import {
  type Accept,
  defineReporting,
  type Rehearse,
  type Reporting,
  type Show,
  type Start,
} from './parts.js';
import { showSession } from './session/panels.js';

/** A machine of the product. Its table and what shows it are there at once; the rest is loaded when it is needed. */
export interface Registered {
  definition: AnyDefinition;
  show: Show;
  kit: () => Promise<Kit>;
  /** Null: only another machine has it work. */
  start: (() => Promise<Start>) | null;
  /** Null: its report is the head that all machines have. */
  report: Reporting | null;
  rehearse: () => Promise<Rehearse>;
  /** Null: its runs leave nothing to be accepted. */
  accept: (() => Promise<Accept>) | null;
}

/** All machines. One more is a folder and an entry here. */
export const REGISTRY: readonly Registered[] = [
  {
    definition: session as unknown as AnyDefinition,
    show: showSession,
    kit: async () => (await import('./session/kit.js')).sessionKit,
    start: async () => (await import('./session/start.js')).startSession,
    report: defineReporting({
      schema: SessionReportSchema,
      body: null,
      formats: async () => (await import('./session/report/formats.js')).sessionFormats,
    }),
    rehearse: async () => (await import('./session/rehearse.js')).rehearseSession,
    accept: null,
  },
  {
    definition: firmwareLoop as unknown as AnyDefinition,
    show: showFirmwareLoop,
    kit: async () => (await import('./firmware-loop/kit.js')).firmwareKit,
    start: async () => (await import('./firmware-loop/start/start.js')).startFirmwareLoop,
    report: defineReporting({
      schema: ReportSchema,
      body: null,
      formats: async () => (await import('./firmware-loop/report/formats.js')).firmwareFormats,
    }),
    rehearse: async () => (await import('./firmware-loop/rehearse.js')).rehearseFirmwareLoop,
    accept: async () => (await import('./firmware-loop/report/accept.js')).acceptRun,
  },
  {
    definition: coordinator as unknown as AnyDefinition,
    show: showRoundtable,
    kit: async () => (await import('./coordinator/kit.js')).coordinatorKit,
    start: async () => (await import('./coordinator/start.js')).startRoundtable,
    report: defineReporting({
      schema: RoundtableReportSchema,
      body: roundtableBody,
      formats: async () => (await import('./coordinator/report/formats.js')).roundtableFormats,
    }),
    rehearse: async () => (await import('./coordinator/rehearse.js')).rehearseRoundtable,
    accept: null,
  },
  {
    definition: orchestrator as unknown as AnyDefinition,
    show: showCampaign,
    kit: async () => (await import('./orchestrator/kit.js')).orchestratorKit,
    start: async () => (await import('./orchestrator/start.js')).startCampaign,
    report: defineReporting({
      schema: CampaignReportSchema,
      body: campaignBody,
      formats: async () => (await import('./orchestrator/formats.js')).campaignFormats,
    }),
    rehearse: async () => (await import('./orchestrator/rehearse.js')).rehearseCampaign,
    accept: null,
  },
  {
    definition: delivery as unknown as AnyDefinition,
    show: showDelivery,
    kit: async () => (await import('./delivery/kit.js')).deliveryKit,
    start: async () => (await import('./delivery/start.js')).startDelivery,
    report: defineReporting({
      schema: DeliveryReportSchema,
      body: deliveryBody,
      formats: async () => (await import('./delivery/report/formats.js')).deliveryFormats,
    }),
    rehearse: async () => (await import('./delivery/rehearse.js')).rehearseDelivery,
    accept: null,
  },
];

export const registered = (machine: string): Registered | null =>
  REGISTRY.find(({ definition }) => definition.id === machine) ?? null;

/** The kits of all machines, loaded. */
export const loadKits = async (): Promise<ReadonlyMap<string, Kit>> =>
  new Map(
    await Promise.all(REGISTRY.map(async ({ definition, kit }) => [definition.id, await kit()] as const)),
  );
