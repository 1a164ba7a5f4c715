import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { BmcProfile } from '../../../../shared/profile/bmc.js';
import type { RedfishPlace } from './connect.js';
import { ask, type RedfishAnswer, type RedfishRequest } from './request.js';

export interface RedfishAccess {
  profile: RedfishPlace & Pick<BmcProfile, 'user'>;
  password: string;
}

/** A service that knows who asks. */
export interface Service {
  place: RedfishPlace;
  root: z.infer<typeof RootSchema>;
  ask(wanted: RedfishRequest): Promise<Result<RedfishAnswer>>;
  /** Errors: BMC_FAILURE where the resource has another form. */
  get<S extends z.ZodType>(path: string, schema: S): Promise<Result<z.infer<S>>>;
}

/** A path of the service's own: it leads nowhere else. DSP0266, "Resource identifier". */
const local = z.string().regex(/^\/(?!\/)[^\s\\]*$/, 'a path below the root');
export const LinkSchema = z.object({ '@odata.id': local });

const RootSchema = z.object({
  Systems: LinkSchema,
  Links: z.object({ Sessions: LinkSchema }).optional(),
});

/** The only path that is not read from a link. DSP0266, "Protocol version". */
const ROOT = '/redfish/v1/';

const FAREWELL_MS = 10_000;

/**
 * Does some work as the profile's user: by a session that is ended afterwards, whatever became of the work, or by basic
 * authentication. Errors: those of the requests and of the work.
 */
export async function asUser<T>(
  { profile, password }: RedfishAccess,
  work: (service: Service) => Promise<Result<T>>,
  signal: AbortSignal,
): Promise<Result<T>> {
  const nobody = (wanted: RedfishRequest) => ask(profile, wanted, signal);
  const first = await nobody({ method: 'GET', path: ROOT });
  const root = first.ok ? read(profile, ROOT, first.value.body, RootSchema) : first;
  if (!root.ok) return root;
  const sessions = root.value.Links?.Sessions['@odata.id'];
  if (profile.redfish.auth === 'basic' || sessions === undefined) {
    const pair = Buffer.from(`${profile.user}:${password}`).toString('base64');
    return work(serviceAs(profile, root.value, { Authorization: `Basic ${pair}` }, signal));
  }
  const body = { UserName: profile.user, Password: password };
  const opened = await nobody({ method: 'POST', path: sessions, body });
  if (!opened.ok) return opened;
  const { 'x-auth-token': token, location } = opened.value.headers;
  if (token === undefined) return fail(otherForm(profile, sessions, 'no X-Auth-Token'));
  const headers = { 'X-Auth-Token': token };
  try {
    return await work(serviceAs(profile, root.value, headers, signal));
  } finally {
    // also after an abort: controllers have few sessions
    const path = sessionPath(location, opened.value.body);
    if (path !== null)
      await ask(profile, { method: 'DELETE', path, headers }, AbortSignal.timeout(FAREWELL_MS));
  }
}

function serviceAs(
  place: RedfishPlace,
  root: Service['root'],
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Service {
  const known: Service['ask'] = (wanted) => ask(place, { ...wanted, headers }, signal);
  return {
    place,
    root,
    ask: known,
    get: async (path, schema) => {
      const answer = await known({ method: 'GET', path });
      return answer.ok ? read(place, path, answer.value.body, schema) : answer;
    },
  };
}

/** `Location` may be a whole URI; only its path counts. DSP0266, "Session login". */
function sessionPath(location: string | undefined, body: unknown): string | null {
  const base = 'http://controller';
  if (location !== undefined && URL.canParse(location, base)) return new URL(location, base).pathname;
  const link = LinkSchema.safeParse(body);
  return link.success ? link.data['@odata.id'] : null;
}

function read<S extends z.ZodType>(
  place: RedfishPlace,
  path: string,
  body: unknown,
  schema: S,
): Result<z.infer<S>> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(otherForm(place, path, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`));
}

const otherForm = ({ id, host }: RedfishPlace, path: string, what: string): Problem => ({
  code: 'BMC_FAILURE',
  message: `the controller answers in another form than Redfish has: ${what}`,
  where: `profile ${id}, ${host}: ${path}`,
  next: 'check that `redfish.port` is that of the Redfish service',
});
