import { addressOf, rejection, type RejectionName } from '@trunkline/kernel';
import { heldUntil, reportDueAt } from '../../domain/live-calls/call-times';
import type { CallHoldOrder } from '../live-calls/ports';
import type { Call, CallOffer, CallOwner } from './call';
import type { CallGrant } from './call-grant';
import type { NewDecision } from './ports';
import { decidedRoutes } from './route-answer';

export type Granted = Extract<CallGrant, { isGranted: true }>;

/** Returns null for a call without a price and without a limit, such as an emergency call, which locks no wallet. */
export function holdOf(
  { id: decisionId, accountId, direction }: Pick<NewDecision, 'id' | 'accountId' | 'direction'>,
  { limits }: CallOffer,
  { plan, holdCents, forwardCents }: Granted,
): CallHoldOrder | null {
  if (accountId === null) throw new Error('A routed call has no account.');
  const hasNoTrunk = plan.attempts.every(({ leg }) => leg.trunkId === null);
  if (holdCents === 0 && limits.maxConcurrentCalls === null && hasNoTrunk) return null;
  const outboundCapCents = limits.outboundDailyCapCents;
  return { accountId, decisionId, item: `usage_${direction}`, amountCents: holdCents, forwardCents, outboundCapCents };
}

/** The decision that routes a call. */
export function routed(
  id: string,
  call: Call,
  owner: CallOwner,
  { grant, offer }: { readonly grant: Granted; readonly offer: Pick<CallOffer, 'rating' | 'cost'> },
): NewDecision {
  const { maxDurationSeconds } = grant;
  return {
    ...headOf(id, call, owner),
    action: 'route',
    rejectCode: null,
    rejectReason: null,
    rejectCause: null,
    rejection: null,
    rejectedFor: null,
    rating: offer.rating,
    cost: offer.cost ?? null,
    routes: decidedRoutes(grant.plan),
    maxDurationSeconds,
    reportDueAt: reportDueAt(call.at, maxDurationSeconds),
    isExtending: call.request.isExtending,
    heldUntil: grant.holdCents > 0 ? heldUntil(call.at, maxDurationSeconds) : null,
    rest: grant.plan.rest,
  };
}

/** The decision that rejects a call. */
export function rejected(
  id: string,
  call: Call,
  owner: CallOwner,
  { name, seenBy }: { readonly name: RejectionName; readonly seenBy: string | null },
): NewDecision {
  const { code, reason, cause } = rejection(name);
  return {
    ...headOf(id, call, owner),
    action: 'reject',
    rejectCode: code,
    rejectReason: reason,
    rejectCause: cause,
    rejection: name,
    rejectedFor: seenBy,
    rating: null,
    cost: null,
    routes: [],
    maxDurationSeconds: 0,
    reportDueAt: reportDueAt(call.at, 0),
    isExtending: false,
    heldUntil: null,
    rest: null,
  };
}

function headOf(id: string, { request, caller, isAnonymous, called, at }: Call, owner: CallOwner) {
  return {
    ...owner,
    id,
    switchId: request.switchId,
    node: request.node,
    callId: request.callId,
    from: isAnonymous ? '' : (caller ?? addressOf(request.from)),
    to: called ?? addressOf(request.to),
    isCallerWithheld: isAnonymous,
    attestation: request.attestation,
    verification: request.verification,
    withheldIdentity: owner.withheldIdentity ?? null,
    customerReference: null,
    sourceIp: request.sourceIp,
    sourcePort: request.sourcePort,
    transport: request.transport,
    createdAt: at,
  };
}
