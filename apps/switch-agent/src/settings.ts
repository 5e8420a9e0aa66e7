import { LOG_LEVELS, readFilesOf, SettingsError } from '@trunkline/platform/process';
import * as v from 'valibot';

type Env = Readonly<Record<string, string | undefined>>;

const PORT_MAX = 65_535;
const TOKEN_MIN = 16;

const text = (max: number, min = 1) => v.pipe(v.string(), v.minLength(min), v.maxLength(max));

const integer = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, 'must be an integer'),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );

const port = () => integer(1, PORT_MAX);
const address = () => v.pipe(v.string(), v.ip('must be an IP address'));
/** An address is a credential on loopback only: others can be forged from outside. */
const loopback = () =>
  v.pipe(
    address(),
    v.check((host) => host.startsWith('127.') || host === '::1', 'must be a loopback address'),
  );

const apiUrl = () =>
  v.pipe(
    v.string(),
    v.url('must be an http:// or https:// URL'),
    v.regex(/^https?:\/\//, 'must be an http:// or https:// URL'),
    v.transform((url) => (url.endsWith('/') ? url.slice(0, -1) : url)),
  );

const portRange = () =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,5}-\d{1,5}$/, 'must be two ports, such as 30000-30999'),
    v.transform((range) => range.split('-').map(Number)),
    v.check(
      ([first = 0, last = 0]) => first > 0 && first < last && last <= PORT_MAX,
      `must be two ports in ascending order, up to ${PORT_MAX}`,
    ),
    v.transform(([first = 0, last = 0]) => ({ first, last })),
  );

/** Every setting of the agent. Those that Kamailio has too have the same names there. See docs/switch.md#settings. */
const schema = v.object({
  NODE_ENV: v.optional(v.picklist(['development', 'test', 'production']), 'development'),
  GIT_COMMIT: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{7,40}$/, 'must be a commit id'))),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
  API_URL: apiUrl(),
  API_URL_2: v.optional(apiUrl()),
  SWITCH_TOKEN: text(1000, TOKEN_MIN),
  SWITCH_ID: text(64),
  NODE: v.optional(text(64)),
  SIP_DOMAIN: text(253),
  STATE_DIR: v.optional(text(4096), '/var/lib/trunkline-switch'),
  SIP_ADDRESS: v.optional(address(), '127.0.0.1'),
  INTERNAL_ADDRESS: v.optional(loopback(), '127.0.0.1'),
  INTERNAL_SIP_PORT: v.optional(port(), '5062'),
  AGENT_PORT: v.optional(port(), '5064'),
  RPC_PORT: v.optional(port(), '5066'),
  HEALTH_PORT: v.optional(port(), '3010'),
  PROBE_INTERVAL_S: v.optional(integer(5, 50), '30'),
  DIAL_MAX: v.optional(integer(1, 1000), '50'),
  ECHO_PORT: v.optional(port()),
  ECHO_ADDRESS: v.optional(address(), '127.0.0.1'),
  ECHO_MAX_S: v.optional(integer(1, 86_400), '120'),
  ECHO_RTP_PORTS: v.optional(portRange(), '34000-34999'),
});

export type AgentSettings = v.InferOutput<typeof schema>;

export const SETTING_NAMES = Object.keys(schema.entries);

/** Reads and validates the environment, and the files that it names. Throws SettingsError with every fault. */
export function loadSettings(environment: Env): AgentSettings {
  const { env, faults: unread } = readFilesOf(SETTING_NAMES, environment);
  const given = Object.fromEntries(SETTING_NAMES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const parsed = v.safeParse(schema, given);
  const invalid = (parsed.issues ?? []).map(({ path, message }) => {
    const name = String(path?.[0].key);
    return [name, `${name} ${name in given ? described(message) : 'is required'}`] as const;
  });
  // One fault of each setting, the first, in the order of declaration.
  const byName = new Map([...invalid.toReversed(), ...unread]);
  const faults = SETTING_NAMES.flatMap((name) => byName.get(name) ?? []);
  if (parsed.success) faults.push(...clashes(parsed.output));
  if (parsed.success && faults.length === 0) return parsed.output;
  throw new SettingsError(faults);
}

/** Messages of the library itself begin with `Invalid`. */
const described = (message: string): string =>
  message.startsWith('must ') ? message : 'has an invalid length or value';

/** Each listener needs a port of its own. */
function clashes(settings: AgentSettings): string[] {
  const names = ['INTERNAL_SIP_PORT', 'AGENT_PORT', 'RPC_PORT', 'ECHO_PORT'] as const;
  const seen = new Map<number, string>();
  return names.flatMap((name) => {
    const value = settings[name];
    const other = value === undefined ? undefined : seen.get(value);
    if (value !== undefined) seen.set(value, other ?? name);
    return other === undefined ? [] : [`${name} must differ from ${other}`];
  });
}
