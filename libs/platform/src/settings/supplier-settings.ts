import {
  ArrayNotEmpty,
  ArrayUnique,
  IsIn,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateBy,
  type ValidationArguments,
} from 'class-validator';
import { Address, Int, List } from './conversions';
import { isLoopback } from './identity-provider-settings';
import { ProcessorSettings } from './processor-settings';

export const NUMBER_SUPPLIERS = ['sandbox', 'stock', 'didww', 'telnyx'] as const;
export type NumberSupplierName = (typeof NUMBER_SUPPLIERS)[number];

/** Configuration of the DIDWW adapter. */
export interface DidwwSettings {
  readonly apiKey: string;
  /** Several during a rotation. A callback may be signed with any of them. */
  readonly callbackSecrets: readonly string[];
  /** Where DIDWW sends the calls of our numbers: a trunk or a group of trunks. Null: nowhere, so none can be bought. */
  readonly voiceIn: DidwwVoiceInTarget | null;
  readonly apiBase: URL;
}

export interface DidwwVoiceInTarget {
  readonly kind: 'trunk' | 'trunk_group';
  readonly id: string;
}

/** Configuration of the Telnyx adapter. */
export interface TelnyxSettings {
  readonly apiKey: string;
  /** Base64, as displayed by Telnyx. */
  readonly publicKey: string;
  /** The connection to which Telnyx sends the calls of our numbers. Null: none, so none can be bought. */
  readonly connectionId: string | null;
  readonly apiBase: URL;
}

const DIDWW_API = 'https://api.didww.com/v3';
const TELNYX_API = 'https://api.telnyx.com/v2';
/** Sent as a header: ASCII without spaces. */
const KEY = /^[\x21-\x7e]{8,500}$/;
const CALLBACK_SECRET = /^\S{8,500}$/;
const ED25519_BYTES = 32;
const CONNECTION_ID = /^[A-Za-z0-9-]{1,64}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isNamed = (settings: object, supplier: NumberSupplierName) =>
  'NUMBER_SUPPLIERS' in settings &&
  Array.isArray(settings.NUMBER_SUPPLIERS) &&
  settings.NUMBER_SUPPLIERS.includes(supplier);

/** Requires the setting with its supplier. Without the supplier it is optional but must be valid. */
function Of(
  supplier: NumberSupplierName,
  accepts: (value: unknown, settings: object) => boolean,
  rule: string,
): PropertyDecorator {
  return ValidateBy({
    name: 'ofSupplier',
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => {
        if (!args) return false;
        return value === undefined ? !isNamed(args.object, supplier) : accepts(value, args.object);
      },
      defaultMessage: (args) => {
        if (!args) return rule;
        return args.value === undefined
          ? `${args.property} is required with NUMBER_SUPPLIERS=${supplier}`
          : `${args.property} ${rule}`;
      },
    },
  });
}

const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);

interface DestinationOptions {
  readonly form: RegExp;
  /** What it is the ID of. */
  readonly noun: string;
  /** The setting that may be given instead. */
  readonly other?: string;
}

/**
 * Declares where a supplier sends the calls of our numbers. In production a supplier without one is refused, since its numbers
 * would receive no calls. Outside of it, numbers can be searched without.
 */
function Destination(supplier: NumberSupplierName, { form, noun, other }: DestinationOptions): PropertyDecorator {
  const otherOf = (settings: object) => (other === undefined ? undefined : valueOf(settings, other));
  return ValidateBy({
    name: 'destination',
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => {
        if (!args) return false;
        if (value !== undefined) return matches(form)(value) && otherOf(args.object) === undefined;
        const isNeeded = isNamed(args.object, supplier) && valueOf(args.object, 'NODE_ENV') === 'production';
        return !isNeeded || otherOf(args.object) !== undefined;
      },
      defaultMessage: (args) => {
        const name = args?.property ?? '';
        const either = other === undefined ? name : `${name} or ${other}`;
        if (args?.value === undefined) return `${either} is required with NUMBER_SUPPLIERS=${supplier} in production`;
        return matches(form)(args.value) ? `only one of ${either} may be set` : `${name} must be the id of a ${noun}`;
      },
    },
  });
}

const valueOf = (settings: object, name: string): unknown => (settings as Readonly<Record<string, unknown>>)[name];
const areSecrets = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every(matches(CALLBACK_SECRET));

function isPublicKey(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^[A-Za-z0-9+/]+=*$/.test(value) &&
    Buffer.from(value, 'base64').length === ED25519_BYTES
  );
}

/** Another base URL is for stand-ins and supplier sandboxes. Requires https except on loopback, to protect the key. */
function isApiBase(value: unknown, settings: object): boolean {
  if (typeof value !== 'string' || /[?#@]/.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  const isProduction = 'NODE_ENV' in settings && settings.NODE_ENV === 'production';
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url) && !isProduction);
}

const ApiKey = (supplier: NumberSupplierName) => Of(supplier, matches(KEY), 'must be a key of 8 characters or more');
const ApiBase = (supplier: NumberSupplierName) =>
  Of(supplier, isApiBase, 'must be an https:// URL without query (http:// on loopback, outside production)');

/** Settings of the number suppliers. */
export class SupplierSettings extends ProcessorSettings {
  /** In order of preference: of equal offers the first supplier's is shown. */
  @List()
  @ArrayNotEmpty()
  @ArrayUnique({ message: 'NUMBER_SUPPLIERS must name each supplier once' })
  @IsIn(NUMBER_SUPPLIERS, {
    each: true,
    message: `each of NUMBER_SUPPLIERS must be one of: ${NUMBER_SUPPLIERS.join(', ')}`,
  })
  NUMBER_SUPPLIERS: NumberSupplierName[];

  /** How long numbers of the operator's own stock are not sold again after their release. */
  @Int()
  @IsInt()
  @Min(0)
  @Max(3_650)
  STOCK_AGEING_DAYS: number = 45;

  @ApiKey('didww')
  DIDWW_API_KEY?: string;

  @List()
  @Of('didww', areSecrets, 'must be secrets of 8 characters or more, comma-separated')
  DIDWW_CALLBACK_SECRETS?: string[];

  /** Where DIDWW sends the calls of our numbers: a trunk, or a group of trunks. */
  @Destination('didww', { form: UUID, noun: 'voice in trunk', other: 'DIDWW_VOICE_IN_TRUNK_GROUP_ID' })
  DIDWW_VOICE_IN_TRUNK_ID?: string;

  @IsOptional()
  @Matches(UUID, { message: 'DIDWW_VOICE_IN_TRUNK_GROUP_ID must be the id of a voice in trunk group' })
  DIDWW_VOICE_IN_TRUNK_GROUP_ID?: string;

  @Address()
  @ApiBase('didww')
  DIDWW_API_BASE: string = DIDWW_API;

  @ApiKey('telnyx')
  TELNYX_API_KEY?: string;

  @Of('telnyx', isPublicKey, 'must be an Ed25519 public key, 32 bytes in base64')
  TELNYX_PUBLIC_KEY?: string;

  @Destination('telnyx', { form: CONNECTION_ID, noun: 'connection' })
  TELNYX_CONNECTION_ID?: string;

  @Address()
  @ApiBase('telnyx')
  TELNYX_API_BASE: string = TELNYX_API;

  /** Null unless DIDWW is a supplier. */
  get didww(): DidwwSettings | null {
    const { DIDWW_API_KEY: apiKey, DIDWW_CALLBACK_SECRETS: callbackSecrets, DIDWW_API_BASE } = this;
    if (!isNamed(this, 'didww') || !apiKey || !callbackSecrets) return null;
    const { DIDWW_VOICE_IN_TRUNK_ID: trunkId, DIDWW_VOICE_IN_TRUNK_GROUP_ID: groupId } = this;
    const voiceIn = trunkId ? ({ kind: 'trunk', id: trunkId } as const) : null;
    const voiceInGroup = groupId ? ({ kind: 'trunk_group', id: groupId } as const) : null;
    return { apiKey, callbackSecrets, voiceIn: voiceIn ?? voiceInGroup, apiBase: new URL(DIDWW_API_BASE) };
  }

  /** Null unless Telnyx is a supplier. */
  get telnyx(): TelnyxSettings | null {
    const { TELNYX_API_KEY: apiKey, TELNYX_PUBLIC_KEY: publicKey, TELNYX_CONNECTION_ID, TELNYX_API_BASE } = this;
    if (!isNamed(this, 'telnyx') || !apiKey || !publicKey) return null;
    return { apiKey, publicKey, connectionId: TELNYX_CONNECTION_ID ?? null, apiBase: new URL(TELNYX_API_BASE) };
  }
}

export const SUPPLIER_SETTING_NAMES = [
  'NUMBER_SUPPLIERS',
  'STOCK_AGEING_DAYS',
  'DIDWW_API_KEY',
  'DIDWW_CALLBACK_SECRETS',
  'DIDWW_VOICE_IN_TRUNK_ID',
  'DIDWW_VOICE_IN_TRUNK_GROUP_ID',
  'DIDWW_API_BASE',
  'TELNYX_API_KEY',
  'TELNYX_PUBLIC_KEY',
  'TELNYX_CONNECTION_ID',
  'TELNYX_API_BASE',
] as const satisfies readonly (keyof SupplierSettings)[];
