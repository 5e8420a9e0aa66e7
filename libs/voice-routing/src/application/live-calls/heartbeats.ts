import { addSeconds, type Clock, type Transactor } from '@trunkline/kernel';
import { heldUntil, reportDueAt } from '../../domain/live-calls/call-times';
import { GRANT_MIN_SECONDS, legsOf, SLICE_SECONDS } from '../calls/affordable';
import { outboundLeft } from '../calls/call-grant';
import type { AccountStanding } from '../calls/account-standing';
import type { CallPrices } from '../ports';
import { dearest, isNear } from './follow-calls';
import type { CallFunds, Extension, HeartbeatPart, LiveCall, LiveCallStore } from './ports';

/** A call with less than this left is extended, so that ten minutes without an answer of ours cut no call. */
const EXTEND_BELOW_SECONDS = 600;
/** No call lasts longer. */
const CALL_SECONDS_MAX = 14_400;

export interface Heartbeat extends Omit<HeartbeatPart, 'at'> {
  /** As the switch says; null: now. */
  readonly at: Date | null;
}

export interface HeartbeatAnswer {
  /** Calls that may last longer than they were granted at first, counted from their answer; only ever growing. */
  readonly extend: readonly { readonly decisionId: string; readonly maxDurationSeconds: number }[];
  readonly now: Date;
}

/** What a switch tells of all its calls: which are up, and so which are over; and which of them get more time. */
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
    const { switchId, decisionIds } = heartbeat;
    // Kept as told, for its parts are known by it; a clock that is far ahead would make every later heartbeat an old one.
    const at = heartbeat.at && isNear(heartbeat.at, now) ? heartbeat.at : now;
    await this.calls.receive({ ...heartbeat, at }, now);
    const runsOutBefore = addSeconds(now, EXTEND_BELOW_SECONDS);
    for (const accountId of await this.calls.accountsToExtend(switchId, decisionIds, runsOutBefore)) {
      await this.extendOf(accountId, { switchId, decisionIds, runsOutBefore });
    }
    return { extend: await this.calls.extended(switchId, decisionIds), now };
  }

  /** One transaction per account: its calls first, its wallet last. */
  private async extendOf(
    accountId: string,
    {
      switchId,
      decisionIds,
      runsOutBefore,
    }: { readonly switchId: string; readonly decisionIds: readonly string[]; readonly runsOutBefore: Date },
  ): Promise<void> {
    const { limits, mayCall } = await this.standings.of(accountId);
    // What is granted already runs out.
    if (!mayCall) return;
    await this.tx.run(async () => {
      const calls = await this.calls.lockToExtend(accountId, switchId, decisionIds, runsOutBefore);
      const extensions: Extension[] = [];
      for (const call of calls) {
        const seconds = await this.hold(call, limits.outboundDailyCapCents);
        if (seconds > call.maxDurationSeconds) extensions.push(extensionOf(call, seconds));
      }
      await this.calls.extend(extensions);
    });
  }

  /** How long the call may last in all, once its price is held: a slice more, less when less is left, or as before. */
  private async hold(call: LiveCall, outboundCapCents: number | null): Promise<number> {
    const granted = call.maxDurationSeconds;
    const wanted = Math.min(granted + SLICE_SECONDS, CALL_SECONDS_MAX);
    const heldCents = dearest(call, granted, this.prices);
    const order = {
      accountId: call.accountId,
      decisionId: call.decisionId,
      item: `usage_${call.direction}`,
      outboundCapCents,
    } as const;
    const cost = (seconds: number) => dearest(call, seconds, this.prices) - heldCents;
    if (cost(wanted) === 0) return wanted;
    const cover = await this.funds.hold({ ...order, amountCents: cost(wanted) });
    if (!cover) return wanted;
    const limits = { maxConcurrentCalls: null, outboundDailyCapCents: outboundCapCents };
    const leftCents = Math.min(cover.availableCents, outboundLeft({ direction: call.direction, limits }, cover));
    if (leftCents <= 0) return granted;
    const affordable = Math.min(
      wanted,
      ...call.routes.map((route) =>
        this.prices.affordableSeconds(legsOf(call.rating, route.rating), heldCents + leftCents),
      ),
    );
    if (affordable < granted + GRANT_MIN_SECONDS) return granted;
    const isHeld =
      cost(affordable) === 0 || (await this.funds.hold({ ...order, amountCents: cost(affordable) })) === null;
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
