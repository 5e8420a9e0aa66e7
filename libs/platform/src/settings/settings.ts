import { trimmedEnd } from '@trunkline/kernel';
import {
  ArrayNotEmpty,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  validateSync,
  type ValidationError,
} from 'class-validator';
import type { MasterKey } from '../security/crypto-box';
import { readFilesOf } from './setting-files';
import { SettingsError } from './settings-error';

export { SettingsError } from './settings-error';
import { LOG_LEVELS, type LogLevel } from '../observability/log-levels';
import { Address, Flag, Int, List, settingsWith } from './conversions';
import { IDENTITY_PROVIDER_SETTING_NAMES } from './identity-provider-settings';
import { PROCESSOR_SETTING_NAMES } from './processor-settings';
import { CAPTCHA_SETTING_NAMES } from './captcha-settings';
import { SCREENING_SETTING_NAMES } from './screening-settings';
import { CALL_SETTING_NAMES } from './call-settings';
import { MESSAGE_SETTING_NAMES } from './message-settings';
import { WEBHOOK_SETTING_NAMES } from './webhook-settings';
import { WEBRTC_SETTING_NAMES } from './webrtc-settings';
import { DOCUMENT_SETTING_NAMES } from './document-settings';
import { LISTENER_SETTING_NAMES } from './listener-settings';
import { SELLER_SETTING_NAMES } from './seller-settings';
import { WORK_SETTING_NAMES, WorkSettings } from './work-settings';
import { SUPPLIER_SETTING_NAMES } from './supplier-settings';
import { isRedisAddress } from '../stores/redis-address';

const SECRET_LENGTH_MIN = 32;
const MASTER_KEY = /^[A-Za-z0-9_-]{1,16}:[A-Za-z0-9+/_-]{43}=?$/;
const TOKEN = /^(sha256:[0-9a-f]{64}|(?!sha256:)\S{16,})$/;
/** The same, optionally after `switch_id=`, which binds the token to a switch. */
const SWITCH_TOKEN = /^([A-Za-z0-9._-]{1,64}=(?=\S{16,}$))?(sha256:[0-9a-f]{64}|(?!sha256:)\S{16,})$/;
const WEB_ADDRESS = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };
const WEB_ROOT = { ...WEB_ADDRESS, allow_query_components: false, allow_fragments: false };

const REDIS_FORMS = 'REDIS_URL must be a redis:// URL, or redis+sentinel://host:port,host:port/name';
const isRedis = (value: unknown): boolean => typeof value === 'string' && isRedisAddress(value);

type Env = Readonly<Record<string, string | undefined>>;

/** All settings, validated once at start. No other code reads the environment. See docs/settings.md. */
export class Settings extends WorkSettings {
  @IsIn(['development', 'test', 'production'])
  NODE_ENV: string = 'development';

  /** The built commit, for the metric trunkline_build_info. */
  @IsOptional()
  @Matches(/^[0-9a-f]{7,40}$/, { message: 'GIT_COMMIT must be a commit id' })
  GIT_COMMIT?: string;

  @Address()
  @IsUrl(WEB_ROOT, { message: 'ROOT_URL must be an http:// or https:// URL without query and fragment' })
  ROOT_URL: string;

  @Address()
  @IsUrl(WEB_ADDRESS)
  DASHBOARD_URL: string;

  @IsString()
  @MinLength(1)
  DATA_DIR: string = '.data';

  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_URL must be a postgres:// URL' })
  DATABASE_URL: string;

  /** Direct URL that bypasses a pooler in transaction mode, for LISTEN, queues and migrations. */
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_DIRECT_URL must be a postgres:// URL' })
  DATABASE_DIRECT_URL?: string;

  @IsOptional()
  @ValidateBy({ name: 'isRedisAddress', validator: { validate: isRedis, defaultMessage: () => REDIS_FORMS } })
  REDIS_URL?: string;

  @IsOptional()
  @Matches(/^smtps?:\/\//, { message: 'SMTP_URL must be an smtp:// URL' })
  SMTP_URL?: string;

  @IsString()
  @MaxLength(200)
  MAIL_FROM: string = 'Trunkline <no-reply@localhost>';

  @IsOptional()
  @Matches(/^\.?[a-z0-9.-]+$/i, { message: 'COOKIE_DOMAIN must be a domain name' })
  COOKIE_DOMAIN?: string;

  @List()
  @ArrayNotEmpty()
  @MinLength(SECRET_LENGTH_MIN, { each: true })
  SESSION_SECRETS: string[];

  @List()
  @ArrayNotEmpty()
  @Matches(MASTER_KEY, { each: true, message: 'each of MASTER_KEYS must be name:base64 of 32 bytes' })
  MASTER_KEYS: string[];

  @List()
  @ArrayNotEmpty()
  @Matches(TOKEN, {
    each: true,
    message: 'each of OPERATOR_TOKENS must have 16 characters or more, or be sha256:<hex>',
  })
  OPERATOR_TOKENS: string[];

  @List()
  @ArrayNotEmpty()
  @Matches(SWITCH_TOKEN, {
    each: true,
    message:
      'each of SWITCH_TOKENS must have 16 characters or more, or be sha256:<hex>, on its own or after switch_id=',
  })
  SWITCH_TOKENS: string[];

  @Int()
  @IsNumber()
  @Min(0.001)
  @Max(1_000_000)
  RATE_LIMIT_FACTOR: number = 1;

  /** The domain that systems register with and the realm of their digests. Default: see `sipDomain`. */
  @IsOptional()
  @Matches(/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/i, {
    message: 'SIP_DOMAIN must be a domain name or an IPv4 address of at most 63 characters',
  })
  SIP_DOMAIN?: string;

  @Flag()
  @IsBoolean()
  ALLOW_PRIVATE_SIP_HOSTS: boolean;

  /** Number of reverse proxies. 0 ignores X-Forwarded-For. */
  @Int()
  @IsInt()
  @Min(0)
  @Max(10)
  TRUST_PROXY: number = 0;

  /**
   * Furthest reach of CDR queries in days, and the retention of CDRs and quarantined reports. Routing decisions are kept a
   * month longer. The database deletes no CDR before the minimum. See docs/cdrs.md#retention.
   */
  @Int()
  @IsInt()
  @Min(31)
  @Max(3_650)
  CDR_RETENTION_DAYS: number = 400;

  /** Where backups are written, for the doctor. See docs/operations.md#doctor. */
  @IsOptional()
  @IsString()
  BACKUP_DIR?: string;

  /** A shell command that prints when the newest backup was made, in Unix seconds, for the doctor. */
  @IsOptional()
  @IsString()
  BACKUP_COMMAND?: string;

  /** Tables whose first deletion by a new rule the operator confirms with this start. See docs/operations.md#retention. */
  @List()
  @Matches(/^[a-z_]+\.[a-z_]+$/, { each: true, message: 'each of RETENTION_CONFIRM must be schema.table' })
  RETENTION_CONFIRM: string[] = [];

  /** Seconds for which the API keeps accepting requests after SIGTERM. See docs/operations.md#rolling-restarts. */
  @Int()
  @IsNumber()
  @Min(0)
  @Max(600)
  DRAIN_SECONDS: number;

  /**
   * Seconds for which the API keeps an idle connection open: longer than proxies and clients do, or they send requests over
   * connections that are closing. See docs/operations.md#idle-connections.
   */
  @Int()
  @IsInt()
  @Min(1)
  @Max(3_600)
  KEEP_ALIVE_SECONDS: number = 75;

  @IsIn(LOG_LEVELS)
  LOG_LEVEL: LogLevel = 'info';

  get isProduction(): boolean {
    return this.NODE_ENV === 'production';
  }

  /**
   * True if all third parties are sandbox adapters, which enables the test clock and fault injection. The operator's own stock
   * is no third party, and alone it makes no sandbox.
   */
  get isSandbox(): boolean {
    return this.CARD_PROCESSOR === 'sandbox' && hasOnlySandbox(this.NUMBER_SUPPLIERS);
  }

  /** The base URL of the API. */
  get baseUrl(): string {
    return `${this.ROOT_URL}/v1`;
  }

  /** The domain of SIP users: `SIP_DOMAIN`, or `sip.` and the host of ROOT_URL. */
  get sipDomain(): string {
    return this.SIP_DOMAIN ?? `sip.${new URL(this.ROOT_URL).hostname}`;
  }

  get masterKeys(): MasterKey[] {
    return this.MASTER_KEYS.map((text) => {
      const colon = text.indexOf(':');
      return { id: text.slice(0, colon), secret: Buffer.from(text.slice(colon + 1), 'base64') };
    });
  }
}

export const SETTING_NAMES = [
  'NODE_ENV',
  'GIT_COMMIT',
  'ROOT_URL',
  'DASHBOARD_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'REDIS_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'COOKIE_DOMAIN',
  'SESSION_SECRETS',
  'MASTER_KEYS',
  'OPERATOR_TOKENS',
  'SWITCH_TOKENS',
  'RATE_LIMIT_FACTOR',
  'SIP_DOMAIN',
  'ALLOW_PRIVATE_SIP_HOSTS',
  'TRUST_PROXY',
  'CDR_RETENTION_DAYS',
  'BACKUP_DIR',
  'BACKUP_COMMAND',
  'RETENTION_CONFIRM',
  'DRAIN_SECONDS',
  'KEEP_ALIVE_SECONDS',
  'LOG_LEVEL',
  ...SCREENING_SETTING_NAMES,
  ...CAPTCHA_SETTING_NAMES,
  ...IDENTITY_PROVIDER_SETTING_NAMES,
  ...PROCESSOR_SETTING_NAMES,
  ...SUPPLIER_SETTING_NAMES,
  ...CALL_SETTING_NAMES,
  ...WEBRTC_SETTING_NAMES,
  ...MESSAGE_SETTING_NAMES,
  ...WEBHOOK_SETTING_NAMES,
  ...DOCUMENT_SETTING_NAMES,
  ...SELLER_SETTING_NAMES,
  ...LISTENER_SETTING_NAMES,
  ...WORK_SETTING_NAMES,
] as const satisfies readonly (keyof Settings)[];

/** Whether the sandbox sells numbers, and no supplier but the operator's own stock beside it. */
function hasOnlySandbox(suppliers: readonly string[]): boolean {
  return suppliers.includes('sandbox') && suppliers.every((name) => name === 'sandbox' || name === 'stock');
}

/** Outside production a sandbox only needs settings for its database and secrets. */
function developmentDefaults(env: Env): Env {
  const port = env['PORT'] ?? '3000';
  return { ROOT_URL: `http://localhost:${port}`, NUMBER_SUPPLIERS: 'sandbox,stock', CARD_PROCESSOR: 'sandbox' };
}

/** Defaults that need ROOT_URL, whose own fault is listed. */
const DERIVED_OF_ROOT: readonly string[] = ['DASHBOARD_URL', 'WSS_URL', 'SIP_PORTS'];

/** Defaults that depend on other settings. */
function derivedDefaults(values: Env): Env {
  const root = values['ROOT_URL'];
  const suppliers = (values['NUMBER_SUPPLIERS'] ?? '').split(',').map((name) => name.trim());
  const sandboxOnly = hasOnlySandbox(suppliers) && values['CARD_PROCESSOR'] === 'sandbox';
  return {
    ...(root && { DASHBOARD_URL: `${trimmedEnd(root, '/')}/dashboard` }),
    ...(root && URL.canParse(root) && { WSS_URL: switchUrl(new URL(root)), SIP_PORTS: switchPorts(new URL(root)) }),
    DRAIN_SECONDS: values['NODE_ENV'] === 'production' ? '5' : '0',
    ALLOW_PRIVATE_SIP_HOSTS: String(sandboxOnly && values['NODE_ENV'] !== 'production'),
  };
}

/** The WebSocket of the switch that ships, on its usual ports: beside the API without TLS, else at the SIP domain. */
function switchUrl({ protocol, hostname }: URL): string {
  return protocol === 'http:' ? `ws://${hostname}:5060` : `wss://sip.${hostname}:5061`;
}

/** The usual ports of the switch that ships. It has TLS only with a certificate, as the API has. */
function switchPorts({ protocol }: URL): string {
  return protocol === 'http:' ? 'udp:5060,tcp:5060' : 'udp:5060,tcp:5060,tls:5061';
}

/** Describes the first violated rule in the order of declaration, or that the setting is required. */
function described({ property, constraints }: ValidationError, values: Env): string {
  const rule = Object.values(constraints ?? {}).at(-1) ?? `${property} is not valid`;
  return property in values || rule.includes(' is required ') ? rule : `${property} is required`;
}

/** Returns the environment with the files of `NAME_FILE` read. Throws SettingsError with every file that cannot be used. */
export function readSettingFiles(given: Env): Env {
  const { env, faults } = readFilesOf(SETTING_NAMES, given);
  if (faults.size > 0) throw new SettingsError([...faults.values()]);
  return env;
}

/**
 * Reads and validates the environment, and the files that it names. Empty variables count as unset. Throws SettingsError with
 * every fault.
 */
export function loadSettings(environment: Env): Settings {
  const { env, faults: unread } = readFilesOf(SETTING_NAMES, environment);
  const given = Object.fromEntries(SETTING_NAMES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const chosen: Env = given['NODE_ENV'] === 'production' ? given : { ...developmentDefaults(given), ...given };
  const values = { ...derivedDefaults(chosen), ...chosen };
  const settings = settingsWith(Settings, values);
  // A derived default is only invalid or missing if its source is, which is listed itself.
  const faulty = validateSync(settings).filter(
    ({ property }) =>
      !unread.has(property) && (property in given || (!(property in values) && !DERIVED_OF_ROOT.includes(property))),
  );
  const faults = [...unread.values(), ...faulty.map((fault) => described(fault, values))];
  if (settings.isProduction && !settings.SMTP_URL && !unread.has('SMTP_URL'))
    faults.push('SMTP_URL is required in production');
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}
