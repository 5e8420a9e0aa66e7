import { type Clock, type EventBus, type Transactor, unixSecondsOrNull } from '@trunkline/kernel';
import { type Change, SYSTEM } from '../../domain/actor';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { PriceList } from '../../domain/pricing/price-list';
import { changeTimeOf, NO_NOTICE, type PriceNotice, type Repricing } from '../../domain/pricing/repricing';
import type { FaultPoints, NumberHistory } from '../ports';
import type { RepricingRepository } from './ports';

const BATCH = 250;
/** Numbers that a mail lists. */
const LISTED_MAX = 20;

interface ChangedNumber {
  readonly number: PhoneNumber;
  readonly change: Change;
}

/**
 * Announces or withdraws the new prices of a repricing. A batch has numbers of one account; its numbers, history, events and position
 * are stored in one transaction. The mail to an account is requested in the transaction that proceeds to the next account, so that a
 * crash or a repeat mails nothing twice. Safe to run on any number of workers. See docs/prices.md#changing-the-prices-of-sold-numbers.
 */
export class RepriceNumbers {
  constructor(
    private readonly tx: Transactor,
    private readonly repricings: RepricingRepository,
    private readonly history: NumberHistory,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Continues all repricings. Returns how many numbers have changed. */
  async run(): Promise<number> {
    let changed = 0;
    for (let id = await this.repricings.findOpen(); id !== null; id = await this.repricings.findOpen()) {
      for (let batch = await this.runBatch(id); batch !== null; batch = await this.runBatch(id)) {
        changed += batch;
        await this.faults.reach('repricing.batch_done');
      }
    }
    return changed;
  }

  /** Returns how many numbers have changed; null when the repricing has ended. */
  private runBatch(id: string): Promise<number | null> {
    return this.tx.run(async () => {
      const repricing = await this.repricings.lock(id);
      if (repricing.status !== 'running' && repricing.status !== 'withdrawing') return null;
      const numbers = await this.repricings.lockNext(repricing, BATCH);
      const last = numbers.at(-1);
      const isSameAccount = last?.accountId === repricing.afterAccountId;
      if (!isSameAccount) await this.requestMail(repricing);
      if (!last) {
        await this.repricings.save(ended(repricing, this.clock.now()));
        return null;
      }
      const changed = this.change(repricing, numbers);
      await this.store(changed);
      const notice = added(isSameAccount ? repricing.notice : NO_NOTICE, changed);
      const position = { afterAccountId: last.accountId, afterNumberId: last.id };
      await this.repricings.save(counted({ ...repricing, ...position, notice }, changed.length));
      return changed.length;
    });
  }

  private change(repricing: Repricing, numbers: readonly PhoneNumber[]): ChangedNumber[] {
    const now = this.clock.now();
    const prices = new PriceList(repricing.rules);
    const at = changeTimeOf(repricing, now);
    return numbers.flatMap((number) => {
      const priceCents = prices.monthlyPrice(number, number.monthlyCostCents ?? number.monthlyPriceCents);
      const change =
        repricing.status === 'running'
          ? number.announcePrice({ priceCents, at, repricingId: repricing.id }, now)
          : number.withdrawPrice(now);
      return change ? { number, change } : [];
    });
  }

  private async store(changed: readonly ChangedNumber[]): Promise<void> {
    const at = this.clock.now();
    await this.repricings.saveNumbers(changed.map(({ number }) => number));
    await this.history.add(changed.map(({ number, change }) => ({ number, change, actor: SYSTEM, at })));
    await this.events.publishAll(
      changed.map(({ number: { id, e164, accountId, ...number } }) => ({
        type: 'number.price_changing',
        accountId,
        data: {
          number_id: id,
          e164,
          monthly_price_cents: number.monthlyPriceCents,
          next_monthly_price_cents: number.nextMonthlyPriceCents,
          price_changes_at: unixSecondsOrNull(number.priceChangesAt),
        },
      })),
    );
  }

  /** Requests the mail to the account whose numbers have been processed. */
  private async requestMail({ id, afterAccountId: accountId, notice }: Repricing): Promise<void> {
    if (notice.count === 0) return;
    const numbers = notice.numbers.map(({ e164, priceCents, nextPriceCents }) => ({
      e164,
      monthly_price_cents: priceCents,
      next_monthly_price_cents: nextPriceCents,
    }));
    const data = { repricing_id: id, number_count: notice.count, price_changes_at: notice.changesAt, numbers };
    await this.events.publish({ type: 'numbering.prices.changing', accountId, data });
  }
}

function added({ count, changesAt, numbers }: PriceNotice, changed: readonly ChangedNumber[]): PriceNotice {
  const listed = changed.map(({ number }) => ({
    e164: number.e164,
    priceCents: number.monthlyPriceCents,
    nextPriceCents: number.nextMonthlyPriceCents,
  }));
  const at = unixSecondsOrNull(changed.at(-1)?.number.priceChangesAt ?? null);
  return {
    count: count + changed.length,
    changesAt: at ?? changesAt,
    numbers: [...numbers, ...listed].slice(0, LISTED_MAX),
  };
}

function counted(repricing: Repricing, changed: number): Repricing {
  return repricing.status === 'running'
    ? { ...repricing, changedCount: repricing.changedCount + changed }
    : { ...repricing, withdrawnCount: repricing.withdrawnCount + changed };
}

function ended(repricing: Repricing, completedAt: Date): Repricing {
  return { ...repricing, completedAt, status: repricing.status === 'running' ? 'completed' : 'withdrawn' };
}
