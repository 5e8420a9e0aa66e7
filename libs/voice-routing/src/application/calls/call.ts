import type { CallTraits } from '../../domain/profiles/condition-match';
import type { RejectionName } from '../../domain/calls/rejection';
import type { Codec, DtmfMode } from '../../domain/trunks/sip-trunk';
import type { CallOffer } from './call-grant';
import type { DecidedRoute } from '../views';

/** What a switch asks (contract, section 21). */
export interface CallRequest {
  readonly switchId: string;
  readonly callId: string;
  readonly from: string;
  readonly to: string;
  readonly sourceIp: string | null;
  readonly authUser: string | null;
  /** The switch has calls extended: it is granted slices of the time. */
  readonly isExtending: boolean;
}

/** A call as the routing sees it. */
export interface Call extends CallTraits {
  readonly request: CallRequest;
}

/** One way to reach a target: what the switch is told, and what is kept of it. */
export interface Leg extends DecidedRoute {
  readonly uri: string;
  /** The next hop. */
  readonly dstUri: string;
  /** Written over the caller's From. */
  readonly fromUri: string | null;
  /** SIP headers by name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly auth: { readonly username: string; readonly password: string } | null;
  /** In order of preference. */
  readonly codecs: readonly Codec[];
  readonly dtmfMode: DtmfMode;
}

/** Whose call it is, and over which number and route. */
export interface CallOwner {
  readonly accountId: string | null;
  readonly direction: 'inbound' | 'outbound';
  readonly e164: string | null;
  readonly numberId: string | null;
  readonly numberType: string | null;
  readonly country: string | null;
  readonly routingProfileId: string | null;
  readonly sipTrunkId: string | null;
}

export type Outcome =
  | { readonly action: 'reject'; readonly rejection: RejectionName }
  | { readonly action: 'route'; readonly offer: CallOffer };

export interface Verdict {
  readonly owner: CallOwner;
  readonly outcome: Outcome;
}

export type SkipReason =
  | 'disabled'
  | 'conditions'
  | 'trunk_not_active'
  | 'trunk_full'
  | 'no_gateway'
  | 'host_not_allowed'
  | 'no_carrier'
  | 'carrier_full'
  | 'no_rate'
  | 'forward_loop'
  | 'insufficient_balance'
  | 'ringing_limit'
  | 'not_available';

export interface SkippedTarget {
  readonly targetId: string;
  readonly reason: SkipReason;
  /** Which condition did not hold. */
  readonly condition: string | null;
}
