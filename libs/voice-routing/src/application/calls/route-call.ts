import { type Clock, type DecidedRoute, type EventBus, newId, type Transactor } from '@trunkline/kernel';
import { addressOf } from '../../domain/calls/caller';
import type { Attempt, CallPlan } from '../../domain/calls/plan';
import { rejection, type RejectionName } from '../../domain/calls/rejection';
import { heldUntil, reportDueAt } from '../../domain/live-calls/call-times';
import type { CallFunds, CallHoldOrder } from '../live-calls/ports';
import type { Call, CallOffer, CallOwner, CallRequest, Leg } from './call';
import { type CallGrant, grantOf } from './call-grant';
import { type CallStarts, startEventOf } from './call-starts';
import type { DecideCall } from './decide-call';
import type { CallPrices, DecisionLog, NewDecision, StartResult } from './ports';
import type { ReadCall } from './read-call';

/** A call that loses the last slot of a trunk is decided again, because another trunk may be free; this often at most. */
const DECISIONS_MAX = 4;

export interface AnsweredRoute
  extends Pick<
      Leg,
      | 'uri'
      | 'dstUri'
      | 'fromUri'
      | 'fromDisplay'
      | 'headers'
      | 'auth'
      | 'path'
      | 'gatewayId'
      | 'contactId'
      | 'media'
      | 'codecs'
      | 'dtmfMode'
    >,
    Pick<Attempt<Leg>, 'targetId' | 'ringTimeoutSeconds' | 'pass'> {
  readonly carrierId: string | null;
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

/** Rolls back the transaction of a call that found a limit reached, and with it the hold. */
class LimitReached extends Error {
  override readonly name = 'LimitReached';

  constructor(readonly result: Extract<StartResult, 'peer_full' | 'account_full'>) {
    super(result);
  }
}

/**
 * Decides one call: who pays for it, where it goes and how long it may last. Holds its price and stores the decision in
 * one transaction. See docs/routing.md#the-decision and docs/live-calls.md.
 */
export class RouteCall {
  constructor(
    private readonly tx: Transactor,
    private readonly reader: ReadCall,
    private readonly decider: DecideCall,
    private readonly starts: CallStarts,
    private readonly decisions: DecisionLog,
    private readonly funds: CallFunds,
    private readonly prices: CallPrices,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Returns rejections as answers; throws only on faults, which the switch receives as 500 or 503. */
  async execute(request: CallRequest): Promise<RouteAnswer> {
    const at = this.clock.now();
    for (let decided = 1; ; decided++) {
      const { call, owner, ...verdict } = await this.tx.together(async () => {
        const call = await this.reader.read(request, at);
        return { call, ...(await this.decider.decide(call)) };
      });
      // A customer's name server may be slow, and the connections are few.
      const outcome = typeof verdict.outcome === 'function' ? await verdict.outcome() : verdict.outcome;
      if (outcome.action === 'reject') return this.reject(call, owner, outcome.rejection);
      const answer = await this.start(call, owner, outcome.offer);
      if (answer !== 'peer_full') return answer;
      if (decided === DECISIONS_MAX) return this.reject(call, owner, 'trunk_full');
    }
  }

  private async start(call: Call, owner: CallOwner, offer: CallOffer): Promise<RouteAnswer | 'peer_full'> {
    const grant = grantOf(offer, offer.cover, this.prices, call.request.isExtending);
    if (!grant.isGranted) return this.reject(call, owner, grant.refusal);
    const decision = routed(newId('rd'), call, owner, { grant, rating: offer.rating });
    const hold = holdOf(decision, offer, grant);
    const { maxConcurrentCalls } = offer.limits;
    // Without a round trip in which the locked wallet waits for this process.
    if (await this.starts.start({ decision, hold, maxConcurrentCalls }))
      return routeAnswer(decision.id, grant.plan, grant.maxDurationSeconds);
    try {
      return await this.starts.runInTurn(hold, () => this.holdAndStore(call, owner, { offer, grant }));
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      if (error.result === 'peer_full') return 'peer_full';
      return this.reject(call, owner, `account_full_${owner.direction}`);
    }
  }

  /** Locks the wallet first: the account's calls are counted under that lock. */
  private async holdAndStore(
    call: Call,
    owner: CallOwner,
    { offer, grant }: { readonly offer: CallOffer; readonly grant: Granted },
  ): Promise<RouteAnswer> {
    const id = newId('rd');
    const held = await this.hold({ id, ...owner }, offer, { grant, isExtending: call.request.isExtending });
    if (!held.isGranted) return this.reject(call, owner, held.refusal);
    const decision = routed(id, call, owner, { grant: held, rating: offer.rating });
    const result = await this.decisions.start(decision, offer.limits.maxConcurrentCalls);
    if (result === 'peer_full' || result === 'account_full') throw new LimitReached(result);
    // The event of a repeated or forked call has been published.
    if (result === 'started') await this.events.publishAll(startEventOf(decision));
    return routeAnswer(id, held.plan, held.maxDurationSeconds);
  }

  /** Holds the grant's price, or a smaller grant's when other calls have held money since the cover was read. */
  private async hold(
    call: Pick<NewDecision, 'id' | 'accountId' | 'direction'>,
    offer: CallOffer,
    { grant, isExtending }: { readonly grant: Granted; readonly isExtending: boolean },
  ): Promise<CallGrant> {
    const order = holdOf(call, offer, grant);
    const cover = order && (await this.funds.hold(order));
    if (!cover) return grant;
    const smaller = grantOf(offer, cover, this.prices, isExtending);
    if (smaller.isGranted && smaller.holdCents > 0) await this.funds.hold({ ...order, amountCents: smaller.holdCents });
    return smaller;
  }

  private async reject(call: Call, owner: CallOwner, name: RejectionName): Promise<RouteAnswer> {
    const decision = rejected(newId('rd'), call, owner, name);
    await this.decisions.add(decision);
    const { code, reason } = rejection(name);
    return { action: 'reject', decisionId: decision.id, rejection: name, code, reason };
  }
}

/** Returns null for a call without a price and without a limit, such as an emergency call, which locks no wallet. */
function holdOf(
  { id: decisionId, accountId, direction }: Pick<NewDecision, 'id' | 'accountId' | 'direction'>,
  { limits }: CallOffer,
  { plan, holdCents }: Granted,
): CallHoldOrder | null {
  if (accountId === null) throw new Error('A routed call has no account.');
  const hasNoTrunk = plan.attempts.every(({ leg }) => leg.trunkId === null);
  if (holdCents === 0 && limits.maxConcurrentCalls === null && hasNoTrunk) return null;
  const outboundCapCents = limits.outboundDailyCapCents;
  return { accountId, decisionId, item: `usage_${direction}`, amountCents: holdCents, outboundCapCents };
}

function routed(
  id: string,
  call: Call,
  owner: CallOwner,
  { grant, rating }: { readonly grant: Granted; readonly rating: CallOffer['rating'] },
): NewDecision {
  const { maxDurationSeconds } = grant;
  return {
    ...headOf(id, call, owner),
    action: 'route',
    rejectCode: null,
    rejectReason: null,
    rejectCause: null,
    rating,
    routes: grant.plan.attempts.map(({ targetId, leg }) => ({
      ...decidedRoute(targetId, leg),
      ...(grant.plan.routing === 'parallel' && { isForked: true }),
    })),
    maxDurationSeconds,
    reportDueAt: reportDueAt(call.at, maxDurationSeconds),
    isExtending: call.request.isExtending,
    heldUntil: grant.holdCents > 0 ? heldUntil(call.at, maxDurationSeconds) : null,
  };
}

function rejected(id: string, call: Call, owner: CallOwner, name: RejectionName): NewDecision {
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
    sourceIp: request.sourceIp,
    sourcePort: request.sourcePort,
    transport: request.transport,
    createdAt: at,
  };
}

function decidedRoute(targetId: string | null, leg: Leg): DecidedRoute {
  const { targetKind, trunkId, gatewayId, carrierId, destination, rating } = leg;
  return {
    targetId,
    targetKind,
    trunkId,
    gatewayId,
    ...(carrierId && { carrierId }),
    ...(leg.contactId && { contactId: leg.contactId }),
    destination,
    rating,
    ...(leg.auth && { hasDigest: true }),
  };
}

function routeAnswer(decisionId: string, plan: CallPlan<Leg>, maxDurationSeconds: number): RouteAnswer {
  const routes = plan.attempts.map(({ leg, targetId, ringTimeoutSeconds, pass }) => ({
    uri: leg.uri,
    dstUri: leg.dstUri,
    fromUri: leg.fromUri,
    ...(leg.fromDisplay && { fromDisplay: leg.fromDisplay }),
    headers: leg.headers,
    auth: leg.auth,
    path: leg.path,
    ringTimeoutSeconds,
    pass,
    targetId,
    gatewayId: leg.gatewayId,
    carrierId: leg.carrierId ?? null,
    contactId: leg.contactId,
    media: leg.media,
    codecs: leg.codecs,
    dtmfMode: leg.dtmfMode,
  }));
  return { action: 'route', decisionId, routing: plan.routing, maxDurationSeconds, routes };
}
