import type {
  Attestation,
  DecidedRoute,
  Direction,
  LegCost,
  RateQuote,
  RejectionName,
  Verification,
} from '@trunkline/kernel';
import type { CallLimits } from '../../domain/calls/call-limits';
import type { CallingNumbers } from '../../domain/calls/caller-id';
import type { CallPlan } from '../../domain/calls/plan';
import type { CallTraits } from '../../domain/profiles/condition-match';
import type { Codec, DtmfMode, Media } from '../../domain/trunks/sip-trunk';
import type { CallCover } from '../live-calls/ports';
import type { Noting } from './checks';
import type { SourceTrunk } from './ports';

/** What a switch says about the caller besides `from`. */
export interface CallerClaims {
  readonly sourcePort: number | null;
  /** Of the request that the switch received: udp, tcp, tls, ws or wss. */
  readonly transport: string | null;
  /** The P-Asserted-Identity header (RFC 3325). Counts only from a trusted peer: a carrier or a trunk. */
  readonly assertedIdentity: string | null;
  /** The Privacy header (RFC 3323). */
  readonly privacy: string | null;
  readonly attestation: Attestation | null;
  readonly verification: Verification | null;
}

export const NO_CLAIMS: CallerClaims = {
  sourcePort: null,
  transport: null,
  assertedIdentity: null,
  privacy: null,
  attestation: null,
  verification: null,
};

/** Names the called number to the customer's system, independently of how the URI is rewritten. */
export const NUMBER_HEADER = 'X-Svc-Number';

/** The request of POST /switch/route. */
export interface CallRequest extends CallerClaims {
  readonly switchId: string;
  /** The process of the switch; empty for a switch of one process. */
  readonly node: string;
  readonly callId: string;
  readonly from: string;
  readonly to: string;
  readonly sourceIp: string | null;
  readonly authUser: string | null;
  /** The switch supports extensions: the granted time comes in slices. */
  readonly isExtending: boolean;
}

/** The sender of a call, as its credentials or its address identify it. */
export interface CallSource {
  /** In any status, of every account that claims a network around the address. */
  readonly trunks: readonly SourceTrunk[];
  /** The address belongs to a carrier, which only delivers calls to our numbers, even where a trunk claims its network. */
  readonly isCarrier: boolean;
  /** The account of the trunks; null for a carrier, and when no account or more than one qualifies. */
  readonly accountId: string | null;
}

/** A call whose numbers have been read. */
export interface Call extends CallTraits, CallingNumbers, Noting {
  /** As received. */
  readonly request: CallRequest;
  /** E.164 of the account, presented for a registered system whose From is its user name; null for any other caller. */
  readonly presented: string | null;
  /** ISO 3166-1 alpha-2 of the number called; null when unknown. */
  readonly calledCountry: string | null;
  /** Reads the sender at the first call: most calls to our numbers do not depend on it. */
  readonly source: () => Promise<CallSource>;
}

/** One way to reach a target: what the switch receives, and what the decision stores. */
export interface Leg extends DecidedRoute {
  readonly uri: string;
  /** The next hop. */
  readonly dstUri: string;
  /** Replaces the caller's From; null leaves it. */
  readonly fromUri: string | null;
  /** Replaces the caller's display name; absent leaves it. */
  readonly fromDisplay?: string;
  /** SIP headers by name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly auth: { readonly username: string; readonly password: string } | null;
  /** The contact's Path (RFC 3327), which precedes the next hop; null without one. */
  readonly path: string | null;
  /** The registered contact that the leg leads to; null for gateways and carriers. */
  readonly contactId: string | null;
  readonly media: Media;
  /** In order of preference. */
  readonly codecs: readonly Codec[];
  readonly dtmfMode: DtmfMode;
}

/** The account that pays for the call, and the number and route that the call uses. */
export interface CallOwner {
  readonly accountId: string | null;
  readonly direction: Direction;
  readonly e164: string | null;
  readonly numberId: string | null;
  readonly numberType: string | null;
  readonly country: string | null;
  readonly routingProfileId: string | null;
  readonly sipTrunkId: string | null;
  /** Identity of a caller that withholds its number, for the operator alone. Stored sealed. */
  readonly withheldIdentity?: string | null;
}

/** Where a call can go, before funds are held. */
export interface CallOffer {
  readonly plan: CallPlan<Leg>;
  readonly rating: RateQuote;
  /** What the carrier that delivers the call charges; absent if no deck in force has a price. */
  readonly cost?: LegCost | null;
  readonly direction: Direction;
  /** Limits the granted time; absent: only the funds do. */
  readonly maxSeconds?: number;
  readonly limits: CallLimits;
  /** The trunk that places the call. Absent for an inbound call. */
  readonly trunk?: Pick<SourceTrunk, 'id' | 'maxCallsPerSecond'>;
  /** As read without a lock; `CallFunds.hold` decides. */
  readonly cover: CallCover;
}

export type Outcome =
  | { readonly action: 'reject'; readonly rejection: RejectionName }
  | { readonly action: 'route'; readonly offer: CallOffer };

/** An outcome whose state has been read. Resolves host names of gateways: call it without a database connection. */
export type PendingOutcome = () => Promise<Outcome>;

export interface Verdict {
  readonly owner: CallOwner;
  readonly outcome: Outcome | PendingOutcome;
}

export const SKIP_REASONS = [
  'disabled',
  'conditions',
  'trunk_not_active',
  'trunk_full',
  'no_gateway',
  'not_registered',
  'host_not_allowed',
  'no_carrier',
  'carrier_full',
  'no_rate',
  'country_not_allowed',
  'blocked_by_alert',
  'country_unknown',
  'range_not_allowed',
  'rate_not_allowed',
  'forward_loop',
  'insufficient_balance',
  'ringing_limit',
  'webrtc_user_not_active',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface SkippedTarget {
  readonly targetId: string;
  readonly reason: SkipReason;
  /** The condition that did not hold. */
  readonly condition: string | null;
}

export function reject(rejection: RejectionName): Outcome {
  return { action: 'reject', rejection };
}
