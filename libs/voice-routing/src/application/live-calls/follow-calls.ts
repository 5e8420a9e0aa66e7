import type { Clock, ReportedAttempt, Transactor } from '@trunkline/kernel';
import { legsOf } from '../calls/call-grant';
import type { CallPrices } from '../calls/ports';
import type { CallFunds, CallProgress, LiveCall, LiveCallStore } from './ports';

const MS = 1000;
/** Times further ahead of our clock are not trusted. */
const SKEW_MAX_SECONDS = 60;

/** Only the switch that requested the route of a call may report on it. */
export interface ReportedCall {
  readonly switchId: string;
  readonly decisionId: string;
}

export interface ProgressEvent extends ReportedCall {
  /** By the switch's clock; null: now. */
  readonly at: Date | null;
  /** What the switch has tried so far; empty if it does not say. */
  readonly attempts: readonly ReportedAttempt[];
}

export interface CallEnd {
  /** Null: now. */
  readonly at: Date | null;
  /** When the call was answered; null: not answered; undefined: not reported. */
  readonly answeredAt: Date | null | undefined;
}

/** Records what switches report about a call between route and CDR. Late, repeated and unknown events change nothing. */
export class FollowCalls {
  constructor(
    private readonly tx: Transactor,
    private readonly calls: LiveCallStore,
    private readonly funds: CallFunds,
    private readonly prices: CallPrices,
    private readonly clock: Clock,
  ) {}

  async recordProgress(progress: CallProgress, events: readonly ProgressEvent[]): Promise<void> {
    if (events.length === 0) return;
    const now = this.clock.now();
    const reports = events.map(({ switchId, decisionId, at, attempts }) => {
      const reportedAt = at && isPlausible(at, now) ? at : null;
      return { switchId, decisionId, at: reportedAt ?? now, reportedAt, attempts };
    });
    await this.calls.recordProgress(progress, reports);
  }

  /**
   * Frees the call's slot and reduces its hold to the price of the call as ended. Without a report of an answer, or of
   * none, the whole time since the decision is priced: the CDR may still report an answer. A reported answer stays valid.
   */
  end(call: ReportedCall, { at, answeredAt }: CallEnd): Promise<void> {
    const now = this.clock.now();
    const endedAt = at && at <= now ? at : now;
    const isCredible = answeredAt && isPlausible(answeredAt, now) && (at === null || answeredAt <= at);
    return this.tx.run(async () => {
      const billableFrom = isCredible ? answeredAt : null;
      const ended = await this.calls.end(call, { at: endedAt, endedBy: 'switch', billableFrom });
      if (!ended) return;
      const wasAnswered = answeredAt !== null || ended.isAnswered;
      const seconds = Math.min(secondsOf(ended, at, now), ended.maxDurationSeconds);
      await this.funds.shrink(ended, wasAnswered ? highestPrice(ended, seconds, this.prices) : 0);
    });
  }
}

/**
 * Returns how long the call may have lasted: between both times of the switch's clock, as in the CDR, or else since the
 * decision by our clock, because the two clocks can differ. Rounds up, so that the CDR never costs more than is held.
 */
function secondsOf({ billableFrom, startedAt }: LiveCall, endedAt: Date | null, now: Date): number {
  const isReported = billableFrom && endedAt && billableFrom <= endedAt;
  const lasted = isReported ? endedAt.getTime() - billableFrom.getTime() : now.getTime() - startedAt.getTime();
  return Math.ceil(Math.max(0, lasted) / MS);
}

/** Returns the price of the time over the most expensive route of the call, or without a route. */
export function highestPrice(
  { rating, routes }: Pick<LiveCall, 'rating' | 'routes'>,
  seconds: number,
  prices: CallPrices,
): number {
  const own = prices.totalCents(legsOf(rating, null), seconds);
  return Math.max(own, ...routes.map((route) => prices.totalCents(legsOf(rating, route.rating), seconds)));
}

export function isPlausible(at: Date, now: Date): boolean {
  return at.getTime() <= now.getTime() + SKEW_MAX_SECONDS * MS;
}
