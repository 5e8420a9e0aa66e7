import type { Clock, Transactor } from '@trunkline/kernel';
import { legsOf } from '../calls/affordable';
import type { CallPrices } from '../ports';
import type { CallFunds, CallMoment, LiveCall, LiveCallStore } from './ports';

const MS = 1000;
/** Times that a switch tells are believed this far ahead of our own clock. */
const SKEW_MAX_SECONDS = 60;

/** Which call; only the switch that asked for its route may speak of it. */
export interface ToldCall {
  readonly switchId: string;
  readonly decisionId: string;
}

export interface CallEnd {
  /** Null: now. */
  readonly at: Date | null;
  /** When it was answered; null: never; undefined: not said. */
  readonly answeredAt: Date | null | undefined;
}

/** What switches tell of single calls between the route and the CDR. Late, repeated and stray events change nothing. */
export class FollowCalls {
  constructor(
    private readonly tx: Transactor,
    private readonly calls: LiveCallStore,
    private readonly funds: CallFunds,
    private readonly prices: CallPrices,
    private readonly clock: Clock,
  ) {}

  note(call: ToldCall, moment: CallMoment, at: Date | null): Promise<void> {
    const now = this.clock.now();
    const toldAt = at && isNear(at, now) ? at : null;
    return this.calls.note(call, moment, { at: toldAt ?? now, toldAt });
  }

  /**
   * Frees the call's place and lessens what it holds to its price as ended. Where the switch never told of the answer,
   * and does not say that there was none, the whole time since the decision counts: the CDR may still tell of one. A call
   * that was answered stays so, whatever is said at its end.
   */
  end(call: ToldCall, { at, answeredAt }: CallEnd): Promise<void> {
    const now = this.clock.now();
    const endedAt = at && at <= now ? at : now;
    const isCredible = answeredAt && isNear(answeredAt, now) && (at === null || answeredAt <= at);
    return this.tx.run(async () => {
      const billableFrom = isCredible ? answeredAt : null;
      const ended = await this.calls.end(call, { at: endedAt, endedBy: 'switch', billableFrom });
      if (!ended) return;
      const wasAnswered = answeredAt !== null || ended.isAnswered;
      const seconds = secondsOf(ended, at, now);
      await this.funds.shrink(
        ended,
        wasAnswered ? dearest(ended, Math.min(seconds, ended.maxDurationSeconds), this.prices) : 0,
      );
    });
  }
}

/**
 * How long the call may have lasted. Both ends of it by the switch's clock, as in the CDR; else all the time since the
 * decision by ours, for the two clocks may be minutes apart. Rounded up, so that the CDR, which rounds down, never costs
 * more than is held.
 */
function secondsOf({ billableFrom, startedAt }: LiveCall, endedAt: Date | null, now: Date): number {
  const isTold = billableFrom && endedAt && billableFrom <= endedAt;
  const lasted = isTold ? endedAt.getTime() - billableFrom.getTime() : now.getTime() - startedAt.getTime();
  return Math.ceil(Math.max(0, lasted) / MS);
}

/** The price of so much time by the dearest way that the call may have taken. */
export function dearest(
  { rating, routes }: Pick<LiveCall, 'rating' | 'routes'>,
  seconds: number,
  prices: CallPrices,
): number {
  return Math.max(0, ...routes.map((route) => prices.totalCents(legsOf(rating, route.rating), seconds)));
}

export function isNear(at: Date, now: Date): boolean {
  return at.getTime() <= now.getTime() + SKEW_MAX_SECONDS * MS;
}
