import { addSeconds, type Clock, type Transactor } from '@trunkline/kernel';
import { heldUntil, reportDueAt } from '../../domain/live-calls/call-times';
import type { AccountStanding } from '../calls/account-standing';
import { GRANT_MIN_SECONDS, highestForward, leftOf, secondsWithin, SLICE_SECONDS } from '../calls/call-grant';
import type { CallPrices } from '../calls/ports';
import type { SwitchNode } from '../../domain/live-calls/switch-node';
import { highestPrice, isPlausible } from './follow-calls';
import type { CallFunds, Extension, HeartbeatPart, LiveCall, LiveCallStore } from './ports';

/** Calls with less time left are extended, so that an API outage of almost ten minutes ends no call. */
const EXTEND_BELOW_SECONDS = 600;
const CALL_SECONDS_MAX = 14_400;

export interface Heartbeat extends Omit<HeartbeatPart, 'at'> {
  /** By the switch's clock; null: now. */
  readonly at: Date | null;
}

export interface HeartbeatAnswer {
  /** Extended calls. The time counts from the answer of the call and only grows. */
  readonly extend: readonly { readonly decisionId: string; readonly maxDurationSeconds: number }[];
  readonly now: Date;
}

/** Processes a switch's list of active calls: ends those that are missing and extends those that run out of time. */
export class Heartbeats {
  constructor(
    private readonly tx: Transactor,
    private readonly calls: LiveCallStore,
    private readonly funds: CallFunds,
    private readonly standings: AccountStanding,
    private readonly prices: CallPrices,
    private readonly clock: Clock,
  ) {}

  async receive(heartbeat: Heartbeat): Promise<HeartbeatAnswer> {
    const now = this.clock.now();
    const { switchId, node, decisionIds } = heartbeat;
    const of = { switchId, node };
    // The parts of a heartbeat share `at`. A time far ahead would make every later heartbeat look old.
    const at = heartbeat.at && isPlausible(heartbeat.at, now) ? heartbeat.at : now;
    await this.calls.receive({ ...heartbeat, at }, now);
    const runsOutBefore = addSeconds(now, EXTEND_BELOW_SECONDS);
    for (const accountId of await this.calls.accountsToExtend(of, decisionIds, runsOutBefore)) {
      await this.extendCalls(accountId, { of, decisionIds, runsOutBefore });
    }
    return { extend: await this.calls.extended(of, decisionIds), now };
  }

  /** Locks the account's calls first and its wallet last, in one transaction per account. */
  private async extendCalls(
    accountId: string,
    {
      of,
      decisionIds,
      runsOutBefore,
    }: { readonly of: SwitchNode; readonly decisionIds: readonly string[]; readonly runsOutBefore: Date },
  ): Promise<void> {
    const { limits, mayCall } = await this.standings.of(accountId);
    // The calls of a suspended account end with the time that they were granted.
    if (!mayCall) return;
    await this.tx.run(async () => {
      const calls = await this.calls.lockToExtend(accountId, of, decisionIds, runsOutBefore);
      const extensions: Extension[] = [];
      for (const call of calls) {
        const seconds = await this.hold(call, limits.outboundDailyCapCents);
        if (seconds > call.maxDurationSeconds) extensions.push(extensionOf(call, seconds));
      }
      await this.calls.extend(extensions);
    });
  }

  /** Holds the price of another slice, or of what the funds cover, and returns the total time of the call. */
  private async hold(call: LiveCall, outboundCapCents: number | null): Promise<number> {
    const granted = call.maxDurationSeconds;
    const wanted = Math.min(granted + SLICE_SECONDS, CALL_SECONDS_MAX);
    const heldCents = highestPrice(call, granted, this.prices);
    const order = {
      accountId: call.accountId,
      decisionId: call.decisionId,
      item: `usage_${call.direction}`,
      outboundCapCents,
    } as const;
    const heldForwardCents = highestForward(call.routes, granted, this.prices);
    const cost = (seconds: number) => highestPrice(call, seconds, this.prices) - heldCents;
    const costs = (seconds: number) => {
      return {
        amountCents: cost(seconds),
        forwardCents: highestForward(call.routes, seconds, this.prices) - heldForwardCents,
      };
    };
    if (cost(wanted) === 0) return wanted;
    const cover = await this.funds.hold({ ...order, ...costs(wanted) });
    if (!cover) return wanted;
    const left = leftOf({ direction: call.direction, limits: { outboundDailyCapCents: outboundCapCents } }, cover);
    if (left.availableCents <= 0) return granted;
    const budget = {
      rating: call.rating,
      availableCents: heldCents + left.availableCents,
      forwardCents: heldForwardCents + left.forwardCents,
    };
    const affordable = Math.min(
      wanted,
      ...call.routes.map((route) => secondsWithin(route.rating, budget, this.prices)),
    );
    if (affordable < granted + GRANT_MIN_SECONDS) return granted;
    const isHeld = cost(affordable) === 0 || (await this.funds.hold({ ...order, ...costs(affordable) })) === null;
    return isHeld ? affordable : granted;
  }
}

function extensionOf({ decisionId, startedAt }: LiveCall, maxDurationSeconds: number): Extension {
  return {
    decisionId,
    maxDurationSeconds,
    reportDueAt: reportDueAt(startedAt, maxDurationSeconds),
    heldUntil: heldUntil(startedAt, maxDurationSeconds),
  };
}
