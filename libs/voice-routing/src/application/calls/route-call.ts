import { type Clock, newId, type Transactor } from '@trunkline/kernel';
import { heldUntil, reportDueAt } from '../../domain/live-calls/call-times';
import { e164Of, isWithheld } from '../../domain/calls/caller';
import type { CallPlan } from '../../domain/calls/plan';
import { rejection, type RejectionName } from '../../domain/calls/rejection';
import type { Call, CallOwner, CallRequest, Leg } from './call';
import { type CallGrant, type CallOffer, grantOf } from './call-grant';
import type { DecideCall } from './decide-call';
import type { CallFunds } from '../live-calls/ports';
import type { CallPrices, NumberingPlan } from '../ports';
import type { Decision, DecisionLog, Placed } from './ports';
import type { DecidedRoute } from '../views';

/** Who loses the last place of a trunk looks again, for another trunk may be free; a call does not wait forever. */
const LOST_PLACES_MAX = 4;

export interface AnsweredRoute {
  readonly uri: string;
  readonly dstUri: string;
  readonly fromUri: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth: Leg['auth'];
  readonly ringTimeoutSeconds: number;
  readonly pass: number;
  readonly targetId: string | null;
  readonly gatewayId: string | null;
  readonly carrierId: string | null;
  readonly codecs: Leg['codecs'];
  readonly dtmfMode: Leg['dtmfMode'];
}

export type RouteAnswer =
  | {
      readonly action: 'reject';
      readonly decisionId: string;
      readonly rejection: RejectionName;
      readonly code: number;
      readonly reason: string;
    }
  | {
      readonly action: 'route';
      readonly decisionId: string;
      readonly routing: 'serial' | 'parallel';
      readonly maxDurationSeconds: number;
      readonly routes: readonly AnsweredRoute[];
    };

type Granted = Extract<CallGrant, { isGranted: true }>;

/** Ends a transaction in which a call found its places taken: what it held is undone. */
class PlaceLost extends Error {
  override readonly name = 'PlaceLost';

  constructor(readonly placed: Exclude<Placed, 'placed'>) {
    super(placed);
  }
}

/**
 * Decides one call: who pays for it, where it goes, how long it may last; holds its price and keeps the decision, in one
 * transaction. Calls wait for it. See docs/live-calls.md.
 */
export class RouteCall {
  constructor(
    private readonly tx: Transactor,
    private readonly decider: DecideCall,
    private readonly decisions: DecisionLog,
    private readonly funds: CallFunds,
    private readonly prices: CallPrices,
    private readonly plan: NumberingPlan,
    private readonly clock: Clock,
  ) {}

  /** Refusals are answers, not errors; what throws is a fault of ours, and the switch then answers 503. */
  async execute(request: CallRequest): Promise<RouteAnswer> {
    const call = this.describe(request);
    for (let tried = 1; ; tried++) {
      const { owner, outcome } = await this.decider.decide(call);
      if (outcome.action === 'reject') return this.refuse(call, owner, outcome.rejection);
      const answer = await this.start(call, owner, outcome.offer);
      if (answer !== 'trunk_full') return answer;
      if (tried === LOST_PLACES_MAX) return this.refuse(call, owner, 'trunk_full');
    }
  }

  private async start(call: Call, owner: CallOwner, offer: CallOffer): Promise<RouteAnswer | 'trunk_full'> {
    const grant = grantOf(offer, offer.cover, this.prices, call.request.isExtending);
    if (!grant.isGranted) return this.refuse(call, owner, grant.refusal);
    try {
      return await this.tx.run(() => this.holdAndKeep(call, owner, { offer, grant }));
    } catch (error) {
      if (!(error instanceof PlaceLost)) throw error;
      if (error.placed === 'trunk_full') return 'trunk_full';
      return this.refuse(call, owner, `account_full_${owner.direction}`);
    }
  }

  /** The wallet first: its lock is also what the account's calls are counted under. */
  private async holdAndKeep(
    call: Call,
    owner: CallOwner,
    { offer, grant }: { readonly offer: CallOffer; readonly grant: Granted },
  ): Promise<RouteAnswer> {
    const id = newId('rd');
    const held = await this.hold(id, owner, { offer, grant, isExtending: call.request.isExtending });
    if (!held.isGranted) return this.refuse(call, owner, held.refusal);
    const decision = routed(id, call, owner, { grant: held, rating: offer.rating });
    const placed = await this.decisions.start(decision, offer.limits.maxConcurrentCalls);
    if (placed !== 'placed') throw new PlaceLost(placed);
    return routeAnswer(id, held.plan, held.maxDurationSeconds);
  }

  /** The grant as the wallet covers it now: other calls may have held money since it was looked at. */
  private async hold(
    decisionId: string,
    { accountId, direction }: CallOwner,
    {
      offer,
      grant,
      isExtending,
    }: { readonly offer: CallOffer; readonly grant: Granted; readonly isExtending: boolean },
  ): Promise<CallGrant> {
    const { maxConcurrentCalls, outboundDailyCapCents: outboundCapCents } = offer.limits;
    if (accountId === null) throw new Error('A call that is routed belongs to an account.');
    // Nothing to hold, and nothing to count under the wallet's lock: an emergency call waits for none.
    const takesNoPlace = grant.plan.attempts.every(({ leg }) => leg.trunkId === null);
    if (grant.holdCents === 0 && maxConcurrentCalls === null && takesNoPlace) return grant;
    const order = { accountId, decisionId, item: `usage_${direction}`, outboundCapCents } as const;
    const cover = await this.funds.hold({ ...order, amountCents: grant.holdCents });
    if (!cover) return grant;
    const smaller = grantOf(offer, cover, this.prices, isExtending);
    if (smaller.isGranted && smaller.holdCents > 0) await this.funds.hold({ ...order, amountCents: smaller.holdCents });
    return smaller;
  }

  private async refuse(call: Call, owner: CallOwner, name: RejectionName): Promise<RouteAnswer> {
    const decision = refused(newId('rd'), call, owner, name);
    await this.decisions.add(decision);
    const { code, reason } = rejection(name);
    return { action: 'reject', decisionId: decision.id, rejection: name, code, reason };
  }

  private describe(request: CallRequest): Call {
    const caller = e164Of(request.from);
    return {
      request,
      at: this.clock.now(),
      caller,
      callerCountry: caller && this.plan.countryOf(caller),
      isAnonymous: isWithheld(request.from),
      called: e164Of(request.to),
    };
  }
}

function routed(
  id: string,
  call: Call,
  owner: CallOwner,
  { grant, rating }: { readonly grant: Granted; readonly rating: CallOffer['rating'] },
): Decision {
  const { maxDurationSeconds } = grant;
  return {
    ...headOf(id, call, owner),
    action: 'route',
    rejectCode: null,
    rejectReason: null,
    rejectCause: null,
    rating,
    routes: grant.plan.attempts.map(({ targetId, leg }) => decidedRoute(targetId, leg)),
    maxDurationSeconds,
    reportDueAt: reportDueAt(call.at, maxDurationSeconds),
    isExtending: call.request.isExtending,
    heldUntil: grant.holdCents > 0 ? heldUntil(call.at, maxDurationSeconds) : null,
  };
}

function refused(id: string, call: Call, owner: CallOwner, name: RejectionName): Decision {
  const { code, reason, cause } = rejection(name);
  return {
    ...headOf(id, call, owner),
    action: 'reject',
    rejectCode: code,
    rejectReason: reason,
    rejectCause: cause,
    rating: null,
    routes: [],
    maxDurationSeconds: 0,
    reportDueAt: reportDueAt(call.at, 0),
    isExtending: false,
    heldUntil: null,
  };
}

function headOf(id: string, { request, caller, called, at }: Call, owner: CallOwner) {
  return {
    ...owner,
    id,
    switchId: request.switchId,
    callId: request.callId,
    from: caller ?? request.from,
    to: called ?? request.to,
    sourceIp: request.sourceIp,
    createdAt: at,
  };
}

function decidedRoute(targetId: string | null, leg: Leg): DecidedRoute {
  const { targetKind, trunkId, gatewayId, carrierId, destination, rating } = leg;
  const peer = { trunkId, gatewayId, ...(carrierId && { carrierId }), destination, rating };
  return { targetId, targetKind, ...peer, ...(leg.auth && { hasDigest: true }) };
}

function routeAnswer(decisionId: string, plan: CallPlan<Leg>, maxDurationSeconds: number): RouteAnswer {
  const routes = plan.attempts.map(({ leg, targetId, ringTimeoutSeconds, pass }) => {
    const { uri, dstUri, fromUri, headers, auth, gatewayId, carrierId = null, codecs, dtmfMode } = leg;
    const peer = { gatewayId, carrierId, codecs, dtmfMode };
    return { uri, dstUri, fromUri, headers, auth, ringTimeoutSeconds, pass, targetId, ...peer };
  });
  return { action: 'route', decisionId, routing: plan.routing, maxDurationSeconds, routes };
}
