import type { Clock, EventBus } from '@trunkline/kernel';
import { type Change, SYSTEM } from '../domain/actor';
import type { PhoneNumber } from '../domain/phone-number';
import type { MonthCharges } from './month-charges';
import type { NumberHistory, PhoneNumberRepository } from './ports';
import { suspensionOf } from './suspension-news';

/** What came of billing some numbers. */
export interface BillingCounts {
  /** Months that were charged. */
  readonly charged: number;
  /** Numbers whose month was refused. */
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
    const stopped = billings.filter(({ hasStopped }) => hasStopped);
    await this.events.publishAll(stopped.map(({ number }) => suspensionOf(number, 'non_payment')));
  }
}

const isDue = (billing: NumberBilling) => billing.isDue;

/** One number while its months are charged. */
class NumberBilling {
  readonly changes: Change[] = [];
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
   * refused with it, since the balance is the same for all of them.
   */
  settle(refusal: string | null): void {
    if (refusal === null) return this.note(this.number.billed(this.now));
    this.refused = true;
    while (this.number.isBillingDue(this.now)) this.note(this.number.billingFailed(refusal, this.now));
  }

  private note(change: Change | null): void {
    if (change) this.changes.push(change);
  }
}
