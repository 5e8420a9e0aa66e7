import { ConditionNotMet } from '@trunkline/kernel';
import { NoTransactor } from '@trunkline/kernel/testing';
import { type CallCover, type CallFunds, type CallHoldOrder, type HeldCall } from '../../application/live-calls/ports';

/** One wallet for all accounts. */
export class FakeFunds implements CallFunds {
  availableCents = 600;
  outboundUsedCents = 0;
  hasToppedUp = true;
  readonly held = new Map<string, number>();
  /** What another call holds between `funding` and `hold`. */
  takenMeanwhileCents = 0;

  funding(): Promise<CallCover & { readonly hasToppedUp: boolean }> {
    return Promise.resolve({ ...this.cover, hasToppedUp: this.hasToppedUp });
  }

  lockAtOnce(): Promise<void> {
    return Promise.resolve();
  }

  hold({ decisionId, amountCents, item, outboundCapCents }: CallHoldOrder): Promise<CallCover | null> {
    const isOutbound = item === 'usage_outbound';
    const isCapped = isOutbound && outboundCapCents !== null && this.outboundUsedCents + amountCents > outboundCapCents;
    if (amountCents > this.availableCents || isCapped) return Promise.resolve(this.cover);
    this.availableCents -= amountCents;
    if (isOutbound) this.outboundUsedCents += amountCents;
    this.held.set(decisionId, (this.held.get(decisionId) ?? 0) + amountCents);
    return Promise.resolve(null);
  }

  async holdOrFail(order: CallHoldOrder): Promise<void> {
    if (await this.hold(order)) throw new ConditionNotMet();
  }

  /** Lets another call hold funds. */
  takeMeanwhile(): void {
    this.availableCents -= this.takenMeanwhileCents;
    this.takenMeanwhileCents = 0;
  }

  shrink({ decisionId }: HeldCall, keepCents: number): Promise<void> {
    const held = this.held.get(decisionId) ?? 0;
    this.availableCents += Math.max(0, held - keepCents);
    this.held.set(decisionId, Math.min(held, keepCents));
    return Promise.resolve();
  }

  heldBy(_accountId: string, decisionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(new Map([...this.held].filter(([id]) => decisionIds.includes(id))));
  }

  async release(calls: readonly HeldCall[]): Promise<void> {
    for (const call of calls) await this.shrink(call, 0);
  }

  private get cover(): CallCover {
    return { availableCents: this.availableCents, outboundUsedCents: this.outboundUsedCents };
  }
}

/** Rolls back the funds, and nothing else. */
export class FundsTransactor extends NoTransactor {
  constructor(private readonly funds: FakeFunds) {
    super();
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    this.funds.takeMeanwhile();
    const { availableCents, outboundUsedCents } = this.funds;
    const held = [...this.funds.held];
    try {
      return await work();
    } catch (error) {
      Object.assign(this.funds, { availableCents, outboundUsedCents });
      this.funds.held.clear();
      for (const [decisionId, cents] of held) this.funds.held.set(decisionId, cents);
      throw error;
    }
  }
}
