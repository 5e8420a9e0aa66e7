import { invalidFields, isHost, newId, prefixFault } from '@trunkline/kernel';

/** How a carrier is reached. `http`: the messaging API of Telnyx. `sandbox`: answers by itself, for tests. */
export const CARRIER_PROTOCOLS = ['smpp', 'http', 'sandbox'] as const;
export type CarrierProtocolName = (typeof CARRIER_PROTOCOLS)[number];

/** Kinds of HTTP carriers, as the addresses name them by which they call. */
export const CALLING_CARRIERS = ['telnyx'] as const;

/** The SMPP sessions of a carrier: one for both directions, or one for each. */
export const CARRIER_BINDS = ['transceiver', 'pair'] as const;
export type CarrierBind = (typeof CARRIER_BINDS)[number];

export const PREFIXES_MAX = 500;
/** As many as a list of a request may have. */
export const CARRIER_NUMBERS_MAX = 1_000;

/** The longest values that SMPP 3.4 has room for, without their final NUL (sections 5.2.1 to 5.2.3). */
export const SYSTEM_ID_MAX = 15;
export const SYSTEM_TYPE_MAX = 12;
/** A byte: type of number, numbering plan, data coding. */
export const BYTE_MAX = 255;

/** An Ed25519 key of 32 bytes in base64. */
const PUBLIC_KEY = /^[A-Za-z0-9+/]{43}=$/;
const PORTS: Readonly<Record<CarrierProtocolName, number>> = { smpp: 2775, http: 443, sandbox: 1 };
const TLS_PORT = 3550;

/** What an operator sets of a carrier, except its password. */
export type CarrierOptions = Omit<
  Carrier,
  'id' | 'passwordSealed' | 'createdAt' | 'updatedAt' | 'change' | 'setSealedPassword'
>;

export type NewCarrierOptions = Partial<CarrierOptions> & Pick<CarrierOptions, 'name' | 'host'>;

export const CARRIER_DEFAULTS: Omit<CarrierOptions, 'name' | 'host' | 'port'> = {
  protocol: 'smpp',
  tls: false,
  systemId: null,
  webhookPublicKey: null,
  systemType: '',
  bind: 'transceiver',
  window: 10,
  perSecond: 50,
  perNumberPerSecond: 1,
  sourceTon: 1,
  sourceNpi: 1,
  dataCoding: 0,
  prefixes: [],
  priority: 0,
  numbers: null,
  enabled: true,
};

/** A company, or a system of the operator, that delivers messages to the mobile networks and brings messages in. */
export class Carrier {
  readonly id!: string;
  readonly name!: string;
  readonly protocol!: CarrierProtocolName;
  /** Host name or IP address; may be private. */
  readonly host!: string;
  readonly port!: number;
  readonly tls!: boolean;
  /** SMPP: the user name of the bind. HTTP: the messaging profile at Telnyx, or null for that of the number. */
  readonly systemId!: string | null;
  /** SMPP: the password of the bind. HTTP: the API key. Sealed for this carrier; never returned by the API. */
  readonly passwordSealed!: string | null;
  /** Ed25519 key in base64 that verifies the callbacks of an HTTP carrier. */
  readonly webhookPublicKey!: string | null;
  readonly systemType!: string;
  readonly bind!: CarrierBind;
  /** Messages that may wait for the carrier's response at the same time. */
  readonly window!: number;
  /** Message parts per second over all numbers. */
  readonly perSecond!: number;
  /** Messages per second from one number. What exceeds it waits. */
  readonly perNumberPerSecond!: number;
  /** Type of number of senders in E.164 (SMPP 3.4, section 5.2.5). */
  readonly sourceTon!: number;
  /** Numbering plan of senders in E.164 (SMPP 3.4, section 5.2.6). */
  readonly sourceNpi!: number;
  /** The data coding by which the carrier knows the GSM-7 alphabet. */
  readonly dataCoding!: number;
  /** E.164 prefixes with `+` of the destinations that it serves; empty: all destinations. */
  readonly prefixes!: readonly string[];
  /** 0 to 99, 0 first. */
  readonly priority!: number;
  /** The only numbers whose messages it takes, for which it precedes other carriers; null: all numbers. */
  readonly numbers!: readonly string[] | null;
  readonly enabled!: boolean;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  private constructor(state: Partial<Carrier>) {
    Object.assign(this, state);
  }

  /** Throws `invalid_input` naming the invalid fields. */
  static create(options: NewCarrierOptions, now: Date): Carrier {
    const { protocol = CARRIER_DEFAULTS.protocol, tls = CARRIER_DEFAULTS.tls } = options;
    const settings = validated({ ...CARRIER_DEFAULTS, port: portOf(protocol, tls), ...options });
    return new Carrier({ ...settings, id: newId('mcr'), passwordSealed: null, createdAt: now, updatedAt: now });
  }

  /** Throws `invalid_input` naming the invalid fields. */
  change(change: Partial<CarrierOptions>, now: Date): void {
    Object.assign(this, validated(Object.assign({}, this, change)), { updatedAt: now });
  }

  /** Null clears the password. */
  setSealedPassword(sealed: string | null, now: Date): void {
    Object.assign(this, { passwordSealed: sealed, updatedAt: now });
  }
}

/**
 * Returns why the callbacks of carriers with one public key cannot be distinguished, or null. `others` are the other carriers
 * with the key of this one.
 */
export function faultOfProfile(
  { systemId }: Pick<Carrier, 'systemId'>,
  others: readonly Pick<Carrier, 'id' | 'systemId'>[],
): string | null {
  const [other] = others;
  if (!other) return null;
  const shared = `has the same \`webhook_public_key\``;
  if (systemId === null) return `must name the messaging profile, because the carrier ${other.id} ${shared}`;
  const withoutProfile = others.find((each) => each.systemId === null);
  if (withoutProfile) return `must first be set for the carrier ${withoutProfile.id}, which ${shared}`;
  const equal = others.find((each) => each.systemId === systemId);
  return equal ? `must differ from that of the carrier ${equal.id}, which ${shared}` : null;
}

/** Returns the usual port of a protocol. */
function portOf(protocol: CarrierProtocolName, tls: boolean): number {
  return protocol === 'smpp' && tls ? TLS_PORT : PORTS[protocol];
}

function validated(options: CarrierOptions): CarrierOptions {
  const { host, prefixes, numbers } = options;
  const faults = {
    ...(!isHost(host) && { host: 'must be a host name or an IP address' }),
    ...faultsOfProtocol(options),
    ...(hasRepeats(prefixes) && { prefixes: 'must name each prefix once' }),
    ...faultOfPrefixes(prefixes),
    ...(hasRepeats(numbers ?? []) && { numbers: 'must name each number once' }),
  };
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  return options;
}

function faultsOfProtocol({ protocol, systemId, webhookPublicKey, bind }: CarrierOptions): Record<string, string> {
  const isSmpp = protocol === 'smpp';
  return {
    ...(isSmpp &&
      (systemId ?? '').length > SYSTEM_ID_MAX && {
        system_id: `must have at most ${SYSTEM_ID_MAX} characters with SMPP`,
      }),
    ...(!isSmpp && bind !== 'transceiver' && { bind: 'must be `transceiver` with other protocols than SMPP' }),
    ...(webhookPublicKey === null ? faultWithoutKey(protocol) : faultOfKey(webhookPublicKey)),
  };
}

function faultWithoutKey(protocol: CarrierProtocolName): Record<string, string> {
  if (protocol !== 'http') return {};
  return { webhook_public_key: 'is required with the protocol `http`: it verifies the callbacks of the carrier' };
}

function faultOfKey(key: string): Record<string, string> {
  return PUBLIC_KEY.test(key) ? {} : { webhook_public_key: 'must be a key of 32 bytes in base64' };
}

/** Names the first invalid prefix: a non-canonical one is read in many ways, which takes time. */
function faultOfPrefixes(prefixes: readonly string[]): Record<string, string> {
  for (const [index, prefix] of prefixes.entries()) {
    const fault = prefixFault(prefix);
    if (fault !== null) return { [`prefixes.${String(index)}`]: fault };
  }
  return {};
}

function hasRepeats(list: readonly string[]): boolean {
  return new Set(list).size !== list.length;
}
