import { CommonErrors, invalidFields, newId } from '@trunkline/kernel';
import { NARROWEST_LIMIT, type NetworkLimit, normalizeNetworks } from './network';

export const ROUTE_STATUSES = ['active', 'disabled', 'archived'] as const;
/** active ↔ disabled; both → archived, which is final and makes the name available. */
export type RouteStatus = (typeof ROUTE_STATUSES)[number];
export const SIP_TRANSPORTS = ['udp', 'tcp', 'tls', 'wss'] as const;
export type SipTransport = (typeof SIP_TRANSPORTS)[number];
export const CODECS = ['opus', 'g722', 'g711a', 'g711u', 'g729'] as const;
export type Codec = (typeof CODECS)[number];
export const DTMF_MODES = ['rfc4733', 'inband', 'sip_info'] as const;
export type DtmfMode = (typeof DTMF_MODES)[number];
/** How media are transported to a peer: plain RTP, SRTP with SDES (RFC 4568), either, or as browsers require (RFC 8827). */
export const MEDIA = ['rtp', 'srtp', 'srtp_optional', 'webrtc'] as const;
export type Media = (typeof MEDIA)[number];
/** SRTP with keys in SDP (SDES, RFC 4568): never, if the peer accepts it, or always. */
export const MEDIA_ENCRYPTIONS = ['off', 'optional', 'required'] as const;
export type MediaEncryption = (typeof MEDIA_ENCRYPTIONS)[number];
/** Form of the called number towards gateways: with `+`, without it, or as dialled within the number's country. */
export const NUMBER_FORMATS = ['+e164', 'e164', 'national'] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];
/** What telephones dial, except the `+` of the number itself. */
export const DIALLED_PREFIX = /^[0-9*#]{1,16}$/;
export const REGISTRATION_MODES = ['static_ip', 'register'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];
export const CALLER_ID_STRATEGIES = ['inherit', 'override'] as const;
export type CallerIdStrategy = (typeof CALLER_ID_STRATEGIES)[number];

export const INBOUND_CIDRS_MAX = 20;

/** A trunk's settings. */
export type TrunkOptions = Omit<
  SipTrunk,
  'id' | 'accountId' | 'status' | 'createdAt' | 'updatedAt' | 'archivedAt' | 'change' | 'archive'
>;

export type TrunkChange = Partial<TrunkOptions> & { readonly status?: 'active' | 'disabled' };

export const TRUNK_DEFAULTS: Omit<TrunkOptions, 'name'> = {
  transport: 'udp',
  codecPreference: ['g711a', 'g711u'],
  dtmfMode: 'rfc4733',
  registrationMode: 'static_ip',
  callerIdStrategy: 'inherit',
  callerIdOverride: null,
  defaultCallerId: null,
  inboundCidrs: [],
  maxConcurrentCalls: null,
  maxCallsPerSecond: null,
  numberFormat: '+e164',
  numberPrefix: null,
  mediaEncryption: 'off',
  userPhone: false,
};

export interface NewTrunk {
  readonly id?: string;
  readonly accountId: string;
  readonly options: Partial<TrunkOptions> & Pick<TrunkOptions, 'name'>;
  readonly networkLimit?: NetworkLimit;
}

export class SipTrunk {
  readonly id!: string;
  readonly accountId!: string;
  readonly name!: string;
  readonly status!: RouteStatus;
  readonly transport!: SipTransport;
  readonly codecPreference!: readonly Codec[];
  readonly dtmfMode!: DtmfMode;
  readonly registrationMode!: RegistrationMode;
  readonly callerIdStrategy!: CallerIdStrategy;
  /** A number of the account; set if and only if the strategy is `override`. */
  readonly callerIdOverride!: string | null;
  /** A number of the account: caller ID of calls that withhold their number or show none. */
  readonly defaultCallerId!: string | null;
  /** Source networks of the trunk's calls. */
  readonly inboundCidrs!: readonly string[];
  /** Null: no limit for this trunk. */
  readonly maxConcurrentCalls!: number | null;
  /** Outbound calls of the trunk that may start per second. Null: as many as the account's. */
  readonly maxCallsPerSecond!: number | null;
  readonly numberFormat!: NumberFormat;
  /** Precedes the called number, such as a digit for an outside line; null for none. */
  readonly numberPrefix!: string | null;
  readonly mediaEncryption!: MediaEncryption;
  /** Adds `user=phone` to the request URI (RFC 3261, section 19.1.1). */
  readonly userPhone!: boolean;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;
  readonly archivedAt!: Date | null;

  private constructor(state: Partial<SipTrunk>) {
    Object.assign(this, state);
  }

  static create(
    { id = newId('trk'), accountId, options, networkLimit = NARROWEST_LIMIT }: NewTrunk,
    now: Date,
  ): SipTrunk {
    const settings = validated({ ...TRUNK_DEFAULTS, ...options, ...networksOf(options, networkLimit) });
    return new SipTrunk({
      ...settings,
      id,
      accountId,
      status: 'active',
      createdAt: now,
      updatedAt: now,
      archivedAt: null,
    });
  }

  /**
   * Does nothing without members. Networks that the trunk has already may be wider than the limit. Throws `invalid_state`
   * for an archived trunk, `invalid_input` for invalid and contradicting fields.
   */
  change(change: TrunkChange, now: Date, networkLimit = NARROWEST_LIMIT): void {
    assertNotArchived(this, change.status ?? 'changed');
    if (Object.keys(change).length === 0) return;
    const { status = this.status, ...options } = change;
    const cleared = options.callerIdStrategy === 'inherit' ? { callerIdOverride: null } : {};
    const networks = networksOf(options, networkLimit, this.inboundCidrs);
    const settings = validated(Object.assign({}, this, cleared, { ...options, ...networks }));
    Object.assign(this, { ...settings, status, updatedAt: now });
  }

  /** Archives the trunk, finally. Its name becomes available. */
  archive(now: Date): void {
    assertNotArchived(this, 'archived');
    Object.assign(this, { status: 'archived', archivedAt: now, updatedAt: now });
  }
}

function validated(options: TrunkOptions): TrunkOptions {
  if (new Set(options.codecPreference).size !== options.codecPreference.length)
    throw invalidFields({ codec_preference: 'must name each codec once' });
  if ((options.callerIdStrategy === 'override') !== (options.callerIdOverride !== null))
    throw invalidFields({ caller_id_override: 'must be set if and only if caller_id_strategy is override' });
  if (options.numberPrefix !== null && !DIALLED_PREFIX.test(options.numberPrefix))
    throw invalidFields({ number_prefix: 'must be 1 to 16 digits, * or #' });
  return options;
}

function networksOf(
  { inboundCidrs }: Partial<TrunkOptions>,
  limit: NetworkLimit,
  kept: readonly string[] = [],
): Partial<TrunkOptions> {
  return inboundCidrs ? { inboundCidrs: normalizeNetworks('inbound_cidrs', inboundCidrs, limit, kept) } : {};
}

/** Shared by trunks and profiles, which have the same states. Throws `invalid_state`. */
export function assertNotArchived(
  entity: { readonly status: RouteStatus },
  change: RouteStatus | 'changed' | 'tested',
): void {
  if (entity.status !== 'archived') return;
  const rejected = change === 'changed' || change === 'tested' ? change : `set to ${change}`;
  throw CommonErrors.invalid_state({ message: `The resource is archived, which is final. It cannot be ${rejected}.` });
}
