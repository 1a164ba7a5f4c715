import type { ModelMessage, ModelQuestion, ModelReply } from '../model.js';

/** A kind of secret, and how it is recognised. With a group, only that part is the secret. */
interface Rule {
  kind: string;
  pattern: RegExp;
}

/**
 * What is recognised as a secret by its form: the documented prefixes of the services, PEM (RFC 7468), JSON web tokens (RFC 7519),
 * credentials in an address (RFC 3986, section 3.2.1), and a text that is assigned to a name which says so.
 */
const RULES: readonly Rule[] = [
  {
    kind: 'PRIVATE_KEY',
    pattern: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g,
  },
  { kind: 'API_KEY', pattern: /\bsk-(?:[a-z]+-)*[A-Za-z0-9_-]{16,}/g },
  { kind: 'API_KEY', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: 'API_KEY', pattern: /\bAIza[0-9A-Za-z_-]{35}/g },
  {
    kind: 'TOKEN',
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|npm_[A-Za-z0-9]{36})/g,
  },
  { kind: 'TOKEN', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'TOKEN', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  { kind: 'TOKEN', pattern: /\b[Bb]earer\s+([\w.~+/-]{16,}=*)/g },
  { kind: 'PASSWORD', pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']+:([^\s/@"']{3,})@/gi },
  {
    kind: 'PASSWORD',
    pattern:
      /\b\w*(?:passwor[dt]|passwd|passphrase|pwd|psk|secret|api_?key|auth_?token|access_?token|private_?key)\w*["']?\s*(?:\[\w*\])?\s*(?:=|:|\s)\s*"((?:[^"\\\n]|\\.){4,})"/gi,
  },
];

/** How placeholders look: an identifier, so that it may stand anywhere in code. */
const PLACEHOLDER = /\b__BENCHLOOP_[A-Z_]+_\d+__(?!\w)/g;
/** Shorter texts are no secrets that anybody could find again. */
const SHORTEST = 4;

/** A question with placeholders where secrets stood. */
export interface Hidden {
  question: ModelQuestion;
  /** How many different ones of each kind were replaced. That there are no others, nobody can say. */
  replaced: Readonly<Record<string, number>>;
  /** The reply with what stood there. Null: it names a placeholder that stands for nothing. */
  restore(reply: ModelReply): ModelReply | null;
}

/**
 * Replaces what looks like a secret, and each of the `known` ones. The same question gives the same placeholders.
 *
 * @param known texts that must not be sent, by kind
 */
export function hideSecrets(
  question: ModelQuestion,
  known: readonly { kind: string; text: string }[],
): Hidden {
  const names = new Map<string, string>();
  const counts: Record<string, number> = {};
  const nameOf = (kind: string, secret: string): string => {
    const name = names.get(secret);
    if (name !== undefined) return name;
    counts[kind] = (counts[kind] ?? 0) + 1;
    const made = `__BENCHLOOP_${kind}_${counts[kind]}__`;
    names.set(secret, made);
    return made;
  };
  const hide = (text: string): string => {
    const first = known
      .filter((one) => one.text.length >= SHORTEST)
      .reduce((left, one) => left.split(one.text).join(nameInIf(left, one, nameOf)), text);
    return RULES.reduce((left, rule) => byRule(left, rule, nameOf), first);
  };
  const messages = question.messages.map((message) => hiddenIn(message, hide));
  const secrets = new Map([...names].map(([secret, name]) => [name, secret]));
  return {
    question: { ...question, messages },
    replaced: counts,
    restore: (reply) => restored(reply, secrets, question.format !== null),
  };
}

/** A name is given only to what occurs. */
const nameInIf = (
  text: string,
  { kind, text: secret }: { kind: string; text: string },
  nameOf: (kind: string, secret: string) => string,
): string => (text.includes(secret) ? nameOf(kind, secret) : secret);

function byRule(
  text: string,
  { kind, pattern }: Rule,
  nameOf: (kind: string, secret: string) => string,
): string {
  return text.replace(pattern, (whole: string, ...groups: unknown[]) => {
    const [part] = groups;
    const secret = typeof part === 'string' ? part : whole;
    if (secret.length < SHORTEST || secret.match(PLACEHOLDER) !== null) return whole;
    const at = whole.lastIndexOf(secret);
    return whole.slice(0, at) + nameOf(kind, secret) + whole.slice(at + secret.length);
  });
}

function hiddenIn(message: ModelMessage, hide: (text: string) => string): ModelMessage {
  const content = hide(message.content);
  if (message.role !== 'assistant' || !message.calls) return { ...message, content };
  return {
    ...message,
    content,
    calls: message.calls.map((call) => ({ ...call, args: inStrings(call.args, hide) })),
  };
}

function restored(
  reply: ModelReply,
  secrets: ReadonlyMap<string, string>,
  isJson: boolean,
): ModelReply | null {
  let isKnown = true;
  const put = (asJson: boolean) => (text: string) =>
    text.replace(PLACEHOLDER, (name) => {
      const secret = secrets.get(name);
      if (secret === undefined) isKnown = false;
      return secret === undefined ? name : asJson ? JSON.stringify(secret).slice(1, -1) : secret;
    });
  const text = put(isJson)(reply.text);
  const calls = reply.calls.map((call) => ({ ...call, args: inStrings(call.args, put(false)) }));
  return isKnown ? { ...reply, text, calls } : null;
}

/** The same value with other strings. */
function inStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => inStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inStrings(item, change)]));
}
