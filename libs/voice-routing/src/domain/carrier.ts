import { invalidFields, isHost, newId, prefixFault } from '@trunkline/kernel';
import { CARRIER_LIMIT, normalizeNetworks } from './trunks/network';
import { DEFAULT_PORTS, withFollowingPort } from './trunks/sip-gateway';
import type { Codec, MediaEncryption, SipTransport } from './trunks/sip-trunk';

/** The format of the caller's number towards a carrier. */
export const CALLER_ID_FORMATS = ['e164', 'e164_no_plus', 'national'] as const;
export type CallerIdFormat = (typeof CALLER_ID_FORMATS)[number];

/** How a carrier is ranked among those of its priority: by weight, or by the cost of the call. */
export const CARRIER_SELECTIONS = ['priority', 'least_cost'] as const;
export type CarrierSelection = (typeof CARRIER_SELECTIONS)[number];

export const PREFIXES_MAX = 500;
export const SOURCE_NETWORKS_MAX = 100;

/** A carrier's settings, except its password. */
export type CarrierOptions = Omit<
  Carrier,
  'id' | 'authPasswordSealed' | 'createdAt' | 'updatedAt' | 'change' | 'setSealedPassword'
>;

export type NewCarrierOptions = Partial<CarrierOptions> & Pick<CarrierOptions, 'name' | 'host'>;

export const CARRIER_DEFAULTS: Omit<CarrierOptions, 'name' | 'host' | 'port'> = {
  transport: 'udp',
  authUsername: null,
  priority: 0,
  weight: 100,
  selection: 'priority',
  allowLoss: false,
  prefixes: [],
  callerIdFormat: 'e164',
  sendIdentity: false,
  codecs: ['g711a', 'g711u'],
  sourceNetworks: [],
  maxConcurrentCalls: null,
  emergency: false,
  enabled: true,
  dnsSrv: false,
  mediaEncryption: 'off',
};

/** A SIP peer of the operator that carries calls to and from the telephone network. */
export class Carrier {
  readonly id!: string;
  readonly name!: string;
  /** Host name or IP address; may be private. */
  readonly host!: string;
  readonly port!: number;
  readonly transport!: SipTransport;
  readonly authUsername!: string | null;
  /** Sealed for this carrier; never returned by the API. */
  readonly authPasswordSealed!: string | null;
  /** 0 to 99, 0 first. */
  readonly priority!: number;
  /** 0 to 10000: share of calls within its priority; 0 comes last. */
  readonly weight!: number;
  /** Ranked by cost, carriers precede those of their priority that are not, and weight decides between equal costs. */
  readonly selection!: CarrierSelection;
  /** Whether the carrier is offered calls that are sold below its cost, or whose cost is unknown. */
  readonly allowLoss!: boolean;
  /** E.164 prefixes with `+` of the destinations that it serves; empty: all destinations. */
  readonly prefixes!: readonly string[];
  readonly callerIdFormat!: CallerIdFormat;
  /** It belongs to the operator's trust domain (RFC 3324): it receives the identity of callers that withhold their number. */
  readonly sendIdentity!: boolean;
  /** In order of preference. */
  readonly codecs!: readonly Codec[];
  /** Source networks of its calls. */
  readonly sourceNetworks!: readonly string[];
  /** Null: no limit. */
  readonly maxConcurrentCalls!: number | null;
  /** Takes emergency calls. */
  readonly emergency!: boolean;
  readonly enabled!: boolean;
  /** The switch finds the host by its SRV records, unless it is an address or has a port other than the default. */
  readonly dnsSrv!: boolean;
  readonly mediaEncryption!: MediaEncryption;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  private constructor(state: Partial<Carrier>) {
    Object.assign(this, state);
  }

  static create(options: NewCarrierOptions, now: Date): Carrier {
    const transport = options.transport ?? CARRIER_DEFAULTS.transport;
    const settings = validated({
      ...CARRIER_DEFAULTS,
      port: DEFAULT_PORTS[transport],
      ...options,
      ...networksOf(options),
    });
    return new Carrier({ ...settings, id: newId('car'), authPasswordSealed: null, createdAt: now, updatedAt: now });
  }

  /** Throws `invalid_input` naming the invalid fields. */
  change(change: Partial<CarrierOptions>, now: Date): void {
    const networks = networksOf(change, this.sourceNetworks);
    const settings = validated(Object.assign({}, this, withFollowingPort(this, change), networks));
    Object.assign(this, settings, { updatedAt: now });
  }

  /** Null clears the password. */
  setSealedPassword(sealed: string | null): void {
    Object.assign(this, { authPasswordSealed: sealed });
  }
}

function validated(options: CarrierOptions): CarrierOptions {
  const { host, prefixes, codecs } = options;
  const faults = {
    ...(!isHost(host) && { host: 'must be a host name or an IP address' }),
    ...(hasRepeats(prefixes) && { prefixes: 'must name each prefix once' }),
    ...faultOfPrefixes(prefixes),
    ...(hasRepeats(codecs) && { codecs: 'must name each codec once' }),
  };
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  return options;
}

function networksOf(
  { sourceNetworks }: Partial<CarrierOptions>,
  kept: readonly string[] = [],
): Partial<CarrierOptions> {
  if (!sourceNetworks) return {};
  return { sourceNetworks: normalizeNetworks('source_networks', sourceNetworks, CARRIER_LIMIT, kept) };
}

/** Names the first invalid prefix: a non-canonical one is read in many ways, which takes time. */
function faultOfPrefixes(prefixes: readonly string[]): Record<string, string> {
  for (const [index, prefix] of prefixes.entries()) {
    const fault = prefixFault(prefix);
    if (fault !== null) return { [`prefixes.${index}`]: fault };
  }
  return {};
}

function hasRepeats(list: readonly string[]): boolean {
  return new Set(list).size !== list.length;
}
