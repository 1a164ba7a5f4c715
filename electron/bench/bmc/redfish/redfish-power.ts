import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { PowerAction, PowerSwitch } from '../../power/power-switch.js';
import { asUser, LinkSchema, type RedfishAccess, type Service } from './service.js';

const CollectionSchema = z.object({
  Members: z.array(LinkSchema),
  'Members@odata.nextLink': LinkSchema.shape['@odata.id'].optional(),
});

/** No controller has as many pages of systems. */
const MOST_PAGES = 100;

const ResetSchema = z.object({
  target: LinkSchema.shape['@odata.id'],
  'ResetType@Redfish.AllowableValues': z.array(z.string()).optional(),
  '@Redfish.ActionInfo': LinkSchema.shape['@odata.id'].optional(),
});

/** DSP8010, ComputerSystem: what is needed of it. */
const SystemSchema = z.object({
  Id: z.string(),
  PowerState: z.string().nullish(),
  Actions: z.object({ '#ComputerSystem.Reset': ResetSchema.optional() }).default({}),
});
type System = z.infer<typeof SystemSchema>;

/** DSP8010, ActionInfo. */
const ActionInfoSchema = z.object({
  Parameters: z.array(z.object({ Name: z.string(), AllowableValues: z.array(z.string()).optional() })),
});

/** Values of ResetType (DSP8010, Resource) that do what is wanted, the plainest first. */
const RESET_TYPES: Readonly<Record<PowerAction, readonly [string, ...string[]]>> = {
  on: ['On', 'ForceOn'],
  off: ['ForceOff'],
  reset: ['ForceRestart', 'PowerCycle'],
};

/** Power by the action ComputerSystem.Reset. What is on its way up or down counts as on. */
export const redfishPower = (access: RedfishAccess): PowerSwitch => ({
  isOn: (signal) =>
    asUser(
      access,
      async (service) => {
        const system = await findSystem(service, access.profile.redfish.system);
        if (!system.ok) return system;
        const { PowerState } = system.value;
        return ok(typeof PowerState === 'string' ? PowerState !== 'Off' : null);
      },
      signal,
    ),
  apply: (action, signal) => asUser(access, (service) => applyTo(service, action, access), signal),
});

async function applyTo(service: Service, action: PowerAction, access: RedfishAccess): Promise<Result<void>> {
  const system = await findSystem(service, access.profile.redfish.system);
  if (!system.ok) return system;
  const wanted = RESET_TYPES[action];
  const reset = system.value.Actions['#ComputerSystem.Reset'];
  if (reset === undefined) return fail(notAllowed(service, wanted, []));
  const allowed = await allowableValues(service, reset);
  if (!allowed.ok) return allowed;
  const ResetType = allowed.value === null ? wanted[0] : wanted.find((one) => allowed.value?.includes(one));
  if (ResetType === undefined) return fail(notAllowed(service, wanted, allowed.value ?? []));
  const done = await service.ask({ method: 'POST', path: reset.target, body: { ResetType } });
  return done.ok ? ok(undefined) : done;
}

/** The system of the profile; without one that of a controller that has only one. One that is not named may be broken. */
async function findSystem(service: Service, wanted: string | undefined): Promise<Result<System>> {
  const listed = await listSystems(service);
  if (!listed.ok) return listed;
  const systems: System[] = [];
  let broken: Result<never> | null = null;
  for (const path of listed.value) {
    const system = await service.get(path, SystemSchema);
    if (system.ok) systems.push(system.value);
    else broken ??= system;
  }
  const [only, ...others] = systems.filter(({ Id }) => wanted === undefined || Id === wanted);
  const isSure = wanted !== undefined || broken === null;
  if (only !== undefined && others.length === 0 && isSure) return ok(only);
  const ids = systems.map(({ Id }) => Id);
  return broken ?? fail(ids.length === 0 ? noSystem(service) : whichSystem(service, ids));
}

/** Paths of all systems. DSP0266, "Collection pagination". */
async function listSystems(service: Service): Promise<Result<string[]>> {
  const paths: string[] = [];
  let next: string | undefined = service.root.Systems['@odata.id'];
  for (let pages = 0; next !== undefined && pages < MOST_PAGES; pages += 1) {
    const page: Result<z.infer<typeof CollectionSchema>> = await service.get(next, CollectionSchema);
    if (!page.ok) return page;
    paths.push(...page.value.Members.map((member) => member['@odata.id']));
    next = page.value['Members@odata.nextLink'];
  }
  return ok(paths);
}

/** Null where the service does not say. DSP0266, "Allowable values", "Action info annotation". */
async function allowableValues(
  service: Service,
  reset: z.infer<typeof ResetSchema>,
): Promise<Result<readonly string[] | null>> {
  const told = reset['ResetType@Redfish.AllowableValues'];
  const link = reset['@Redfish.ActionInfo'];
  if (told !== undefined || link === undefined) return ok(told ?? null);
  const info = await service.get(link, ActionInfoSchema);
  if (!info.ok) return info;
  return ok(info.value.Parameters.find(({ Name }) => Name === 'ResetType')?.AllowableValues ?? null);
}

const notAllowed = ({ place }: Service, wanted: readonly string[], allowed: readonly string[]): Problem => ({
  code: 'BMC_FAILURE',
  message: `the controller allows none of ${wanted.join(', ')} for this machine, only ${allowed.join(', ')}`,
  where: `profile ${place.id}, ${place.host}`,
  next: 'choose the other one of `boot.by` in the profile, or switch by IPMI',
});

const noSystem = ({ place }: Service): Problem => ({
  code: 'BMC_FAILURE',
  message: 'the controller shows this user no system',
  where: `profile ${place.id}, ${place.host}`,
  next: 'check the role of the user, and `host` in the profile',
});

const whichSystem = ({ place }: Service, ids: readonly string[]): Problem => ({
  code: 'BMC_FAILURE',
  message: `the controller has ${ids.length} systems, and the profile does not name one of them`,
  where: `profile ${place.id}, ${place.host}`,
  next: `set \`redfish.system\` to one of: ${ids.join(', ')}`,
});
