import type { RejectionName } from './reasons/rejections';

/** A price per destination or number type. A decision stores it, so that a later rate deck does not change the call's price. */
export interface RateQuote {
  readonly deckId: string;
  /** Leading digits of the destinations that the price applies to; empty for every number. */
  readonly prefix: string;
  readonly description: string;
  readonly ratePerMinuteMicrocents: number;
  /** The minimum time that is charged. */
  readonly firstSeconds: number;
  /** The increment in which time beyond the minimum is charged. */
  readonly nextSeconds: number;
  readonly connectionFeeCents: number;
  /** Percent by which an operator reduces rate and fee for the account; absent: 0. The price of a call is rounded after it. */
  readonly discountPct?: number;
}

/** What a carrier charges the operator for a leg. A decision stores it like the price; customers never see it. */
export interface LegCost extends RateQuote {
  readonly carrierId: string;
}

/** From the view of the account. */
export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];
/** Characters of the reference that a customer gives a call. */
export const CUSTOMER_REFERENCE_MAX = 200;

/** How surely the originating carrier knows that the caller may use its number (RFC 8588): fully, partially, not at all. */
export const ATTESTATIONS = ['A', 'B', 'C'] as const;
export type Attestation = (typeof ATTESTATIONS)[number];
/** Result of the check of the caller's signed identity (RFC 8224); `none` for a call without one. */
export const VERIFICATIONS = ['passed', 'failed', 'none'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** What is known about the caller of a call besides its number; null where the switch does not say. */
export interface CallerTrust {
  /** The caller withholds its number. */
  readonly isCallerWithheld: boolean;
  readonly attestation: Attestation | null;
  readonly verification: Verification | null;
}

/** One route of a call as the switch received it. */
export interface DecidedRoute {
  /** Null for a number that is routed to a trunk without a profile, and for outbound calls. */
  readonly targetId: string | null;
  readonly targetKind: 'sip_trunk' | 'pstn_forward' | 'webrtc_user' | 'webhook';
  readonly trunkId: string | null;
  readonly gatewayId: string | null;
  /** The carrier of a leg to the telephone network. Absent in decisions made before carriers were recorded. */
  readonly carrierId?: string | null;
  /** The registered contact that the route leads to. Absent for gateways and carriers. */
  readonly contactId?: string | null;
  /** The `host:port` of the gateway or of the registered contact, or the number called. */
  readonly destination: string;
  /** The WebRTC user whose browser is called, or who calls; absent for every other route. */
  readonly webrtcUserId?: string;
  /** The price of the outbound leg of a forwarded call; null for every other route. */
  readonly rating: RateQuote | null;
  /** What the carrier of the leg charges; absent if no deck in force has a price. */
  readonly cost?: LegCost;
  /** The route has digest credentials: a challenge makes the SIP stack count one more branch than there are routes. */
  readonly hasDigest?: boolean;
  /** All routes of the decision are tried at once. Absent in decisions made before this was recorded. */
  readonly isForked?: boolean;
}

/** A webhook that was asked where the call goes. */
export interface AskedWebhook {
  readonly targetId: string;
  readonly askedAt: Date;
  /** How many routes the decision had then. */
  readonly afterRoutes: number;
  /** The SIP code with which it has rejected the call; null unless it rejects. */
  readonly code: number | null;
  /** Why the call has proceeded to the next target; null if the webhook has decided. */
  readonly failure: string | null;
}

/** The answer of POST /switch/route about one call, and what the switch has reported about the call since. */
export interface CallDecision extends CallerTrust {
  readonly id: string;
  readonly callId: string;
  readonly switchId: string;
  /** Null when the call belongs to no account. */
  readonly accountId: string | null;
  readonly direction: Direction;
  /** E.164, or the URI as received; empty for a caller that withholds its number. */
  readonly from: string;
  readonly to: string;
  /** The account's number: the called one of an inbound call, the caller ID of an outbound call. */
  readonly e164: string | null;
  readonly numberId: string | null;
  readonly numberType: string | null;
  /** ISO 3166-1 alpha-2: of the account's number for inbound calls, of the number called for outbound calls. */
  readonly country: string | null;
  readonly routingProfileId: string | null;
  readonly sipTrunkId: string | null;
  /** What the customer has named a call that it has placed itself; null for calls that a system has placed. */
  readonly customerReference: string | null;
  readonly action: 'route' | 'reject';
  /** SIP status code of a rejection. */
  readonly rejectCode: number | null;
  /** The rejection as a `hangup_cause`. */
  readonly rejectCause: string | null;
  /** The rule that rejects the call; null for a call that is routed, and in decisions made before it was stored. */
  readonly rejection: RejectionName | null;
  readonly rating: RateQuote | null;
  /** What the carrier that delivers an inbound call charges for it; null if no deck in force has a price. */
  readonly cost: LegCost | null;
  readonly routes: readonly DecidedRoute[];
  /** In the order of the plan; empty for a plan without webhooks. */
  readonly asked: readonly AskedWebhook[];
  /** As last extended. */
  readonly maxDurationSeconds: number;
  /** When the switch reported that the call rang. */
  readonly rangAt: Date | null;
  /** When the switch reported that the call was answered. */
  readonly answeredAt: Date | null;
  /** When the CDR was recorded. */
  readonly reportedAt: Date | null;
  readonly createdAt: Date;
  /** `createdAt` in real time, which differs when the test clock was moved; null for decisions made before it was stored. */
  readonly storedAt: Date | null;
}
