import { type EventBus, newId, type RejectionName } from '@trunkline/kernel';
import type { CallFunds } from '../live-calls/ports';
import type { Call, CallOffer, CallOwner } from './call';
import { type CallGrant, grantOf } from './call-grant';
import { type CallStarts, startEventOf } from './call-starts';
import { type Granted, holdOf, routed } from './new-decision';
import type { CallPrices, DecisionLog, NewDecision, StartResult } from './ports';
import { routeAnswer, type RoutedAnswer } from './route-answer';

/** Rolls back the transaction of a call that found a limit reached, and with it the hold. */
class LimitReached extends Error {
  override readonly name = 'LimitReached';

  constructor(readonly result: Extract<StartResult, 'peer_full' | 'account_full'>) {
    super(result);
  }
}

/** `peer_full`: the limit of the trunk or carrier is reached, but another one may be free. */
export type StartedCall =
  | { readonly isStarted: true; readonly answer: RoutedAnswer }
  | { readonly isStarted: false; readonly refusal: RejectionName | 'peer_full' };

export interface GrantedCall {
  readonly call: Call;
  readonly owner: CallOwner;
  readonly offer: CallOffer;
  readonly grant: Granted;
  /** Default: a new id. */
  readonly decisionId?: string;
  readonly customerReference?: string | null;
  /** See NewDecision. */
  readonly listedFrom?: Date;
  /** What else happens in the transaction that stores the decision. */
  readonly alongside?: (answer: RoutedAnswer) => Promise<unknown>;
}

/**
 * Starts calls step by step: holds the price of what was granted, or of less if other calls have held money since, and stores
 * the decision, in one transaction. See docs/live-calls.md#locks.
 */
export class GrantedCalls {
  constructor(
    private readonly starts: CallStarts,
    private readonly decisions: DecisionLog,
    private readonly funds: CallFunds,
    private readonly prices: CallPrices,
    private readonly events: EventBus,
  ) {}

  async start(granted: GrantedCall): Promise<StartedCall> {
    const id = granted.decisionId ?? newId('rd');
    const hold = holdOf({ id, ...granted.owner }, granted.offer, granted.grant);
    try {
      return await this.starts.runInTurn(hold, () => this.holdAndStore(id, granted));
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      const refusal = error.result === 'peer_full' ? 'peer_full' : (`account_full_${granted.owner.direction}` as const);
      return { isStarted: false, refusal };
    }
  }

  /** Locks the wallet first: the account's calls are counted under that lock. */
  private async holdAndStore(id: string, granted: GrantedCall): Promise<StartedCall> {
    const { call, owner, offer, customerReference = null, listedFrom } = granted;
    const held = await this.hold({ id, ...owner }, granted);
    if (!held.isGranted) return { isStarted: false, refusal: held.refusal };
    const decision: NewDecision = {
      ...routed(id, call, owner, { grant: held, offer }),
      customerReference,
      ...(listedFrom && { listedFrom }),
    };
    const result = await this.decisions.start(decision, offer.limits.maxConcurrentCalls);
    if (result === 'peer_full' || result === 'account_full') throw new LimitReached(result);
    // The event of a repeated or forked call has been published.
    if (result === 'started') await this.events.publishAll(startEventOf(decision));
    const answer = routeAnswer(id, held.plan, held.maxDurationSeconds);
    await granted.alongside?.(answer);
    return { isStarted: true, answer };
  }

  /** Holds the grant's price, or a smaller grant's when other calls have held money since the cover was read. */
  private async hold(
    decision: Pick<NewDecision, 'id' | 'accountId' | 'direction'>,
    { call, offer, grant }: GrantedCall,
  ): Promise<CallGrant> {
    const order = holdOf(decision, offer, grant);
    const cover = order && (await this.funds.hold(order));
    if (!cover) return grant;
    const smaller = grantOf(offer, cover, this.prices, call.request.isExtending);
    if (smaller.isGranted && smaller.holdCents > 0)
      await this.funds.hold({ ...order, amountCents: smaller.holdCents, forwardCents: smaller.forwardCents });
    return smaller;
  }
}
