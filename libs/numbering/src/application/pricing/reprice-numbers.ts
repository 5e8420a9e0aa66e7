import { type Clock, type EventBus, type Transactor, unixSecondsOrNull } from '@trunkline/kernel';
import { type Change, SYSTEM } from '../../domain/actor';
import type { PhoneNumber, PriceAnnouncement } from '../../domain/lifecycle/phone-number';
import { PriceList } from '../../domain/pricing/price-list';
import { changeTimeOf, type PriceNotice, type Repricing } from '../../domain/pricing/repricing';
import type { FaultPoints, NumberHistory } from '../ports';
import type { RepricingRepository } from './ports';

const BATCH = 250;
/** Numbers that a mail lists. */
const LISTED_MAX = 20;

interface ChangedNumber {
  readonly number: PhoneNumber;
  readonly change: Change;
}

/** Returns what a repricing announces for a number. */
type Announce = (number: PhoneNumber) => PriceAnnouncement;

/**
 * Announces or withdraws the new prices of a repricing. A batch has numbers of one account; its numbers, history, events and position
 * are stored in one transaction. The mails to an account are requested in the transaction that proceeds to the next account, so that
 * a crash or a repeat mails nothing twice. Safe to run on any number of workers. See docs/prices.md#changing-the-prices-of-sold-numbers.
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
      if (!isSameAccount) await this.requestMails(repricing);
      if (!last) {
        await this.repricings.save(ended(repricing, this.clock.now()));
        return null;
      }
      const stored = numbers.map(({ repricingIds }) => repricingIds);
      const changed =
        repricing.status === 'running' ? this.announce(repricing, numbers) : await this.withdraw(repricing, numbers);
      await this.repricings.saveNumbers(numbers.filter(({ repricingIds }, index) => repricingIds !== stored[index]));
      await this.publish(changed);
      const notice = changed.reduce(added, isSameAccount ? repricing.notice : []);
      const position = { afterAccountId: last.accountId, afterNumberId: last.id };
      await this.repricings.save(counted({ ...repricing, ...position, notice }, changed.length));
      return changed.length;
    });
  }

  private announce(repricing: Repricing, numbers: readonly PhoneNumber[]): ChangedNumber[] {
    const now = this.clock.now();
    const announcementOf = announceOf(repricing, now);
    return changedOf(numbers, (number) => number.announcePrice(announcementOf(number), now));
  }

  /** Restores what other repricings had announced. */
  private async withdraw({ id }: Repricing, numbers: readonly PhoneNumber[]): Promise<ChangedNumber[]> {
    const now = this.clock.now();
    const ids = new Set(numbers.flatMap(({ repricingIds }) => repricingIds));
    ids.delete(id);
    const others = await this.repricings.listStanding([...ids]);
    const announces = new Map(others.map((other) => [other.id, announceOf(other, now)]));
    return changedOf(numbers, (number) => {
      const restored = number.repricingIds.flatMap((other) => announces.get(other)?.(number) ?? []);
      return number.withdrawPrice(restored, now);
    });
  }

  private async publish(changed: readonly ChangedNumber[]): Promise<void> {
    const at = this.clock.now();
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

  /** Requests the mails to the account whose numbers have been processed. */
  private async requestMails({ id, afterAccountId: accountId, notice }: Repricing): Promise<void> {
    for (const { repricingId, count, changesAt, numbers } of notice) {
      const listed = numbers.map(({ e164, priceCents, nextPriceCents }) => ({
        e164,
        monthly_price_cents: priceCents,
        next_monthly_price_cents: nextPriceCents,
      }));
      const data = {
        repricing_id: repricingId ?? id,
        number_count: count,
        price_changes_at: changesAt,
        numbers: listed,
      };
      await this.events.publish({ type: 'numbering.prices.changing', accountId, data });
    }
  }
}

function announceOf(repricing: Repricing, now: Date): Announce {
  const prices = new PriceList(repricing.rules);
  const [at, repricingId] = [changeTimeOf(repricing, now), repricing.id];
  return (number) => {
    const costCents = number.monthlyCostCents ?? number.monthlyPriceCents;
    return { priceCents: prices.monthlyPrice(number, costCents), at, repricingId };
  };
}

function changedOf(numbers: readonly PhoneNumber[], change: (number: PhoneNumber) => Change | null): ChangedNumber[] {
  return numbers.flatMap((number) => {
    const made = change(number);
    return made ? { number, change: made } : [];
  });
}

function added(notices: readonly PriceNotice[], { number }: ChangedNumber): readonly PriceNotice[] {
  const { e164, monthlyPriceCents: priceCents, nextMonthlyPriceCents: nextPriceCents } = number;
  const repricingId = nextPriceCents === null ? null : number.repricingId;
  const others = notices.filter((notice) => notice.repricingId !== repricingId);
  const { count, numbers } = notices.find((notice) => notice.repricingId === repricingId) ?? { count: 0, numbers: [] };
  const notice = {
    repricingId,
    count: count + 1,
    changesAt: unixSecondsOrNull(number.priceChangesAt),
    numbers: count < LISTED_MAX ? [...numbers, { e164, priceCents, nextPriceCents }] : numbers,
  };
  return [...others, notice];
}

function counted(repricing: Repricing, changed: number): Repricing {
  return repricing.status === 'running'
    ? { ...repricing, changedCount: repricing.changedCount + changed }
    : { ...repricing, withdrawnCount: repricing.withdrawnCount + changed };
}

function ended(repricing: Repricing, completedAt: Date): Repricing {
  return { ...repricing, completedAt, status: repricing.status === 'running' ? 'completed' : 'withdrawn' };
}
