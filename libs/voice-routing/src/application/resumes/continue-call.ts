import { type Clock, rejection, type RejectionName, type Transactor } from '@trunkline/kernel';
import { heldUntil } from '../../domain/live-calls/call-times';
import { REJECT_CODES } from '../../domain/webhook-answer';
import type { Standing } from '../calls/account-standing';
import { type FundedPlan, fundPlan, highestForward, leftOf } from '../calls/call-grant';
import type { CallPrices } from '../calls/ports';
import { decidedRoutes, type RouteAnswer, routeAnswer } from '../calls/route-answer';
import { type FollowCalls, highestPrice } from '../live-calls/follow-calls';
import type { CallCover, CallFunds } from '../live-calls/ports';
import type { AskedWebhook, ResumableCall, ResumableCalls } from './ports';
import type { PlannedRest } from './rest-planner';

/** The request to resume is not the one that the last answer leads to. */
export const OUT_OF_TURN = 'out_of_turn';

/** A limit of concurrent calls was reached since the plan was made; nothing is stored. */
export const PEER_FULL = 'peer_full';

export interface NextRoutes {
  readonly afterTargetId: string;
  readonly asked: readonly AskedWebhook[];
  readonly planned: PlannedRest;
  readonly terms: Pick<Standing, 'cover' | 'limits'>;
}

/** Stores what follows a webhook, once, and holds what it costs more. */
export class ContinueCall {
  constructor(
    private readonly tx: Transactor,
    private readonly calls: ResumableCalls,
    private readonly funds: CallFunds,
    private readonly prices: CallPrices,
    private readonly follow: FollowCalls,
    private readonly clock: Clock,
  ) {}

  /** Returns the answer that a request has already: a repeated one, or one about a call that has ended; null: none. */
  answered(call: ResumableCall, afterTargetId: string): RouteAnswer | typeof OUT_OF_TURN | null {
    const { last, rest, isLive, decisionId } = call;
    const isRepeated = last?.afterTargetId === afterTargetId;
    if (isRepeated && (isLive || last.answer.action === 'reject')) return last.answer;
    if (!isLive) return rejected(decisionId, 'call_ended');
    return rest?.order[rest.next] === afterTargetId ? null : OUT_OF_TURN;
  }

  /** Appends the routes that the funds cover to the decision. A plan without any is stored too: the call proceeds. */
  async route(call: ResumableCall, next: NextRoutes): Promise<RouteAnswer | typeof OUT_OF_TURN | typeof PEER_FULL> {
    const work = this.once(call, next.afterTargetId, async (locked) => {
      const funded = await this.hold(locked, next);
      const [first] = funded.plan.attempts;
      // The call has the slot of its first route.
      const takesSlot = locked.routes.length === 0 && first !== undefined;
      if (takesSlot && (await this.calls.isPeerFull(locked, first.leg, this.clock.now()))) throw new PeerFull();
      const answer = routeAnswer(locked.decisionId, funded.plan, funded.maxDurationSeconds, locked.routes.length);
      await this.save(locked, next, { answer, funded });
      return answer;
    });
    try {
      return await work;
    } catch (error) {
      if (error instanceof PeerFull) return PEER_FULL;
      throw error;
    }
  }

  /** Ends the call with the code of a webhook, which frees its slot and its money. */
  reject(
    call: ResumableCall,
    { afterTargetId, asked, code }: Pick<NextRoutes, 'afterTargetId' | 'asked'> & { readonly code: number },
  ): Promise<RouteAnswer | typeof OUT_OF_TURN> {
    return this.once(call, afterTargetId, async (locked) => {
      const { decisionId, routes, maxDurationSeconds } = locked;
      const reason = REJECT_CODES.get(code) ?? 'Rejected';
      const answer: RouteAnswer = { action: 'reject', decisionId, rejection: 'webhook_rejected', code, reason };
      const unchanged = { decisionId, routes, maxDurationSeconds, heldUntil: null };
      await this.calls.save({
        ...unchanged,
        rest: null,
        asked: [...locked.asked, ...asked],
        last: { afterTargetId, answer },
      });
      await this.follow.end(locked, { at: null, answeredAt: null });
      return answer;
    });
  }

  /** Runs the work with the decision locked, unless another request has resumed the call meanwhile. */
  private once(
    { decisionId }: ResumableCall,
    afterTargetId: string,
    work: (locked: ResumableCall) => Promise<RouteAnswer>,
  ): Promise<RouteAnswer | typeof OUT_OF_TURN> {
    return this.tx.run(async () => {
      const locked = await this.calls.lock(decisionId);
      if (!locked) return rejected(decisionId, 'call_ended');
      return this.answered(locked, afterTargetId) ?? (await work(locked));
    });
  }

  /** Drops the routes that the money of the call and the funds do not cover, and holds the rest. */
  private async hold(call: ResumableCall, { planned: { plan }, terms }: NextRoutes): Promise<FundedPlan> {
    const { accountId, decisionId, direction, rating, routes } = call;
    const heldCents = highestPrice(call, call.maxDurationSeconds, this.prices);
    const heldForwardCents = highestForward(routes, call.maxDurationSeconds, this.prices);
    const fund = (cover: CallCover) => {
      const left = leftOf({ direction, limits: terms.limits }, cover);
      const budget = {
        rating,
        availableCents: heldCents + Math.max(0, left.availableCents),
        forwardCents: heldForwardCents + Math.max(0, left.forwardCents),
        maxSeconds: call.maxDurationSeconds,
      };
      return fundPlan(plan, this.prices, budget);
    };
    const more = ({ holdCents, maxDurationSeconds }: FundedPlan) =>
      Math.max(holdCents, highestPrice({ rating, routes }, maxDurationSeconds, this.prices)) - heldCents;
    const moreForward = ({ forwardCents, maxDurationSeconds }: FundedPlan) =>
      Math.max(0, Math.max(forwardCents, highestForward(routes, maxDurationSeconds, this.prices)) - heldForwardCents);
    const costs = (funded: FundedPlan) => {
      return { amountCents: Math.max(0, more(funded)), forwardCents: moreForward(funded) };
    };
    const order = {
      accountId,
      decisionId,
      item: `usage_${direction}`,
      outboundCapCents: terms.limits.outboundDailyCapCents,
    } as const;
    const funded = fund(terms.cover);
    const cover = await this.funds.hold({ ...order, ...costs(funded) });
    if (!cover) return funded;
    const smaller = fund(cover);
    await this.funds.hold({ ...order, ...costs(smaller) });
    return smaller;
  }

  private async save(
    call: ResumableCall,
    { afterTargetId, asked, planned }: NextRoutes,
    { answer, funded }: { readonly answer: RouteAnswer; readonly funded: FundedPlan },
  ): Promise<void> {
    const { decisionId, createdAt } = call;
    const maxDurationSeconds = funded.plan.attempts.length === 0 ? call.maxDurationSeconds : funded.maxDurationSeconds;
    await this.calls.save({
      decisionId,
      routes: [...call.routes, ...decidedRoutes(funded.plan)],
      maxDurationSeconds,
      heldUntil: funded.holdCents > 0 ? heldUntil(createdAt, maxDurationSeconds) : null,
      rest: funded.plan.rest,
      asked: [...call.asked, ...asked.map((each) => withReason(each, planned, funded))],
      last: { afterTargetId, answer },
    });
  }
}

/** Rolls back a transaction that found a limit reached, and with it the hold. */
class PeerFull extends Error {
  override readonly name = 'PeerFull';
}

/** A forward that leads nowhere counts as a failed webhook. */
function withReason(asked: AskedWebhook, { unreachable }: PlannedRest, { unaffordable }: FundedPlan): AskedWebhook {
  if (asked.destination === null) return asked;
  const reason =
    unreachable.get(asked.targetId) ?? (unaffordable.includes(asked.targetId) ? 'insufficient_balance' : null);
  return reason === null ? asked : { ...asked, failure: `The call cannot be forwarded there: ${reason}.` };
}

export function rejected(decisionId: string, name: RejectionName): RouteAnswer {
  const { code, reason } = rejection(name);
  return { action: 'reject', decisionId, rejection: name, code, reason };
}
