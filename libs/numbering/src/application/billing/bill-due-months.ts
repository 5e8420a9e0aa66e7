import { type Clock, type EventBus, type EventPayloads, type IntegrationEvent, unixSeconds } from '@trunkline/kernel';
import { type Change, SYSTEM } from '../../domain/actor';
import { FAILED_ATTEMPTS_MAX } from '../../domain/billing/billing-cycle';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { groupBy } from './group-by';
import type { MonthCharges, Refusal } from './month-charges';
import type { NumberHistory, PhoneNumberRepository } from '../ports';
import { type Cause, newsOf, standingOf } from '../lifecycle/number-news';

export const FOR_NON_PAYMENT: Cause = { reason: 'non_payment', releaseReason: 'non_payment' };
/** The people of an account are told of the first, the fourth and the sixth refusal, and of the last, which suspends. */
const NOTICED_ATTEMPTS: readonly number[] = [1, 4, 6, FAILED_ATTEMPTS_MAX];

/** What came of billing some numbers. */
export interface BillingCounts {
  /** Months that were charged. */
  readonly charged: number;
  /** Numbers whose month was not charged. */
  readonly refused: number;
  /** Numbers that stopped working for it. */
  readonly suspended: number;
}

/**
 * Brings the charges of locked numbers up to the present, and saves them. Joins the caller's transaction. Hundreds of
 * numbers take as many round trips as one does, once more for each month that a number of them has missed.
 */
export class BillDueMonths {
  constructor(
    private readonly numbers: PhoneNumberRepository,
    private readonly months: MonthCharges,
    private readonly history: NumberHistory,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Charges the oldest month of each, then the next one of those that have missed more. Those of one account spend its
   * balance in the order in which they stand.
   */
  async execute(numbers: readonly PhoneNumber[]): Promise<BillingCounts> {
    const now = this.clock.now();
    const billings = numbers.map((number) => new NumberBilling(number, now));
    for (let due = billings.filter(isDue); due.length > 0; due = due.filter(isDue)) {
      const refusals = await this.months.tryChargeAll(due.map(({ number }) => number));
      due.forEach((billing, index) => billing.settle(refusals[index] ?? null));
    }
    await this.save(billings, now);
    return {
      charged: billings.reduce((sum, { charged }) => sum + charged, 0),
      refused: billings.filter(({ isRefused }) => isRefused).length,
      suspended: billings.filter(({ hasStopped }) => hasStopped).length,
    };
  }

  private async save(billings: readonly NumberBilling[], now: Date): Promise<void> {
    await this.numbers.saveBilled(billings.map(({ number }) => number));
    const lines = billings.flatMap(({ number, changes }) => changes.map((change) => ({ number, change })));
    await this.history.addAll(lines.map((line) => ({ ...line, actor: SYSTEM, at: now })));
    await this.events.publishAll([...billings.flatMap(({ news }) => news), ...noticesOf(billings)]);
  }
}

const isDue = (billing: NumberBilling) => billing.isDue;

/** One number while its months are charged. */
class NumberBilling {
  readonly changes: Change[] = [];
  readonly news: IntegrationEvent[] = [];
  /** The refused attempts of which the people of the account are told. */
  readonly notices: Notice[] = [];
  private readonly wasActive: boolean;
  private readonly monthsBefore: number;
  private refused = false;

  constructor(
    readonly number: PhoneNumber,
    private readonly now: Date,
  ) {
    this.wasActive = number.status === 'active';
    this.monthsBefore = number.billedMonths;
  }

  /** A refusal ends it. */
  get isDue(): boolean {
    return !this.refused && this.number.isBillingDue(this.now);
  }

  get charged(): number {
    return this.number.billedMonths - this.monthsBefore;
  }

  get isRefused(): boolean {
    return this.refused;
  }

  get hasStopped(): boolean {
    return this.wasActive && this.number.status === 'suspended';
  }

  /**
   * The month that is due was charged, or refused for that reason. The attempts that should have been made until now are
   * refused with it, since the balance is the same for all of them. A month that fails for the money of live calls alone
   * is no attempt: it stays due, and the next run tries it again.
   */
  settle(refusal: Refusal | null): void {
    if (refusal === null) return this.note(() => this.number.billed(this.now));
    this.refused = true;
    if (refusal.isForCalls) return;
    while (this.number.isBillingDue(this.now)) {
      this.note(() => this.number.billingFailed(refusal.code, this.now));
      this.notice();
    }
  }

  private note(step: () => Change | null): void {
    const before = standingOf(this.number);
    const change = step();
    if (change) this.changes.push(change);
    this.news.push(...newsOf(this.number, before, FOR_NON_PAYMENT));
  }

  private notice(): void {
    const { id, e164, accountId, monthlyPriceCents, failedBillingAttempts: attempt, releaseScheduledAt } = this.number;
    if (!NOTICED_ATTEMPTS.includes(attempt)) return;
    const release = attempt === FAILED_ATTEMPTS_MAX ? releaseScheduledAt : null;
    this.notices.push({
      ...{ accountId, attempt },
      number: {
        ...{ number_id: id, e164, amount_cents: monthlyPriceCents },
        release_scheduled_at: release && unixSeconds(release),
      },
    });
  }
}

interface Notice {
  readonly accountId: string;
  readonly attempt: number;
  readonly number: EventPayloads['numbering.charges.refused']['numbers'][number];
}

/** One for the numbers of an account whose months were refused for the same time: a customer of many gets one mail. */
function noticesOf(billings: readonly NumberBilling[]): IntegrationEvent[] {
  const notices = billings.flatMap((billing) => billing.notices);
  const byKey = groupBy(notices, ({ accountId, attempt }) => `${accountId} ${attempt}`);
  return [...byKey.values()].flatMap((together) => {
    const [first] = together;
    if (!first) return [];
    const data = { attempt: first.attempt, numbers: together.map(({ number }) => number) };
    return [{ type: 'numbering.charges.refused', accountId: first.accountId, data }];
  });
}
