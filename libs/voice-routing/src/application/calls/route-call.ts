import { type Clock, newId, type Transactor } from '@trunkline/kernel';
import { rejection, type RejectionName } from '../../domain/calls/rejection';
import type { Call, CallOffer, CallOwner, CallRequest, Verdict } from './call';
import { grantOf } from './call-grant';
import type { CallStarts } from './call-starts';
import type { GrantedCalls } from './granted-calls';
import { holdOf, rejected, routed } from './new-decision';
import type { CallPrices, DecisionLog } from './ports';
import type { ReadCall } from './read-call';
import { type RouteAnswer, routeAnswer } from './route-answer';
import type { NumberDirectory } from '../ports';
import type { OutboundRules } from '../outbound/outbound-rules';
import type { EmergencyCalls } from '../emergency-calls';
import type { InboundCalls } from './inbound-calls';
import type { OutboundCalls } from './outbound-calls';

/** A call that loses the last slot of a trunk is decided again, because another trunk may be free; this often at most. */
const DECISIONS_MAX = 4;

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
    private readonly granted: GrantedCalls,
    private readonly decisions: DecisionLog,
    private readonly prices: CallPrices,
    private readonly rules: OutboundRules,
    private readonly clock: Clock,
  ) {}

  /** Returns rejections as answers; throws only on faults, which the switch receives as 500 or 503. */
  async route(request: CallRequest): Promise<RouteAnswer> {
    const at = this.clock.now();
    for (let decided = 1; ; decided++) {
      const { call, owner, ...verdict } = await this.tx.together(async () => {
        const call = await this.reader.read(request, at);
        return { call, ...(await this.decider.decide(call)) };
      });
      // A customer's name server may be slow, and the connections are few.
      const outcome = typeof verdict.outcome === 'function' ? await verdict.outcome() : verdict.outcome;
      if (outcome.action === 'reject') return this.reject(call, owner, outcome.rejection);
      // Once for the call, however often it is decided.
      const tooMany = decided === 1 ? await this.rules.startRefusal(owner.accountId, outcome.offer) : null;
      if (tooMany !== null) return this.reject(call, owner, tooMany);
      const answer = await this.start(call, owner, outcome.offer);
      if (answer !== 'peer_full') return answer;
      if (decided === DECISIONS_MAX) return this.reject(call, owner, 'trunk_full');
    }
  }

  private async start(call: Call, owner: CallOwner, offer: CallOffer): Promise<RouteAnswer | 'peer_full'> {
    const grant = grantOf(offer, offer.cover, this.prices, call.request.isExtending);
    if (!grant.isGranted) return this.reject(call, owner, grant.refusal);
    const decision = routed(newId('rd'), call, owner, { grant, offer });
    const hold = holdOf(decision, offer, grant);
    const { maxConcurrentCalls } = offer.limits;
    // Without a round trip in which the locked wallet waits for this process.
    if (await this.starts.start({ decision, hold, maxConcurrentCalls }))
      return routeAnswer(decision.id, grant.plan, grant.maxDurationSeconds);
    const started = await this.granted.start({ call, owner, offer, grant });
    if (started.isStarted) return started.answer;
    return started.refusal === 'peer_full' ? 'peer_full' : this.reject(call, owner, started.refusal);
  }

  private async reject(call: Call, owner: CallOwner, name: RejectionName): Promise<RouteAnswer> {
    const seenBy = owner.accountId ?? (await this.decider.ownerOfCaller(call));
    const decision = rejected(newId('rd'), call, owner, { name, seenBy });
    await this.decisions.add(decision);
    const { code, reason } = rejection(name);
    return { action: 'reject', decisionId: decision.id, rejection: name, code, reason };
  }
}

/** Decides whose call it is and where it can go: to an emergency service, to one of our numbers, or out. */
export class DecideCall {
  constructor(
    private readonly emergencies: EmergencyCalls,
    private readonly numbers: NumberDirectory,
    private readonly inbound: InboundCalls,
    private readonly outbound: OutboundCalls,
  ) {}

  /** Reads the current state each time: a trunk may have filled up since the last decision about the call. */
  async decide(call: Call): Promise<Verdict> {
    const emergency = await this.emergencies.decide(call);
    if (emergency) return emergency;
    const number = call.called === null ? null : await this.numbers.findByE164(call.called);
    return number ? this.inbound.decide(call, number) : this.outbound.decide(call);
  }

  /** Returns the account whose number a call from a stranger shows, which sees its rejection; null for calls of carriers. */
  async ownerOfCaller({ source, fromNumber, caller }: Call): Promise<string | null> {
    const e164 = fromNumber?.e164 ?? caller;
    if (e164 === null || (await source()).isCarrier) return null;
    return (await this.numbers.findByE164(e164))?.accountId ?? null;
  }
}
