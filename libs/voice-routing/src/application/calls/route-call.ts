import { type Clock, newId, rejection, type RejectionName } from '@trunkline/kernel';
import type { OutboundRules } from '../outbound/outbound-rules';
import type { Call, CallOwner, CallRequest } from './call';
import type { CallStarts } from './call-starts';
import type { DecideCall } from './decide-call';
import type { GrantedCalls } from './granted-calls';
import { holdOf, rejected, routed } from './new-decision';
import type { OfferCall, OfferedCall, StartLimit } from './offer-call';
import type { DecisionLog } from './ports';
import { type RouteAnswer, routeAnswer } from './route-answer';

/** A call that loses the last slot of a trunk is decided again, because another trunk may be free; this often at most. */
const DECISIONS_MAX = 4;

/**
 * Decides one call: who pays for it, where it goes and how long it may last. Holds its price and stores the decision in
 * one transaction. See docs/routing.md#the-decision and docs/live-calls.md.
 */
export class RouteCall {
  constructor(
    private readonly offers: OfferCall,
    private readonly decider: DecideCall,
    private readonly starts: CallStarts,
    private readonly granted: GrantedCalls,
    private readonly decisions: DecisionLog,
    private readonly rules: OutboundRules,
    private readonly clock: Clock,
  ) {}

  /** Returns rejections as answers; throws only on faults, which the switch receives as 500 or 503. */
  async route(request: CallRequest): Promise<RouteAnswer> {
    const at = this.clock.now();
    // Once for the call, however often it is decided.
    const counting: StartLimit = (accountId, offer) => this.rules.startRefusal(accountId, offer);
    const counted: StartLimit = () => Promise.resolve(null);
    for (let decided = 1; ; decided++) {
      const offered = await this.offers.offer(request, at, decided === 1 ? counting : counted);
      const { call, owner } = offered;
      if (!offered.isOffered) return this.reject(call, owner, offered.refusal);
      const answer = await this.start(offered);
      if (answer !== 'peer_full') return answer;
      if (decided === DECISIONS_MAX) return this.reject(call, owner, 'trunk_full');
    }
  }

  private async start({
    call,
    owner,
    offer,
    grant,
  }: Extract<OfferedCall, { isOffered: true }>): Promise<RouteAnswer | 'peer_full'> {
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
