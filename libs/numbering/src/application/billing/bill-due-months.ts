import {
  type Clock,
  type EventBus,
  type EventPayloads,
  type IntegrationEvent,
  unixSecondsOrNull,
} from '@trunkline/kernel';
import { type Change, SYSTEM } from '../../domain/actor';
import { FAILED_ATTEMPTS_MAX } from '../../domain/billing-cycle';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { type EventReasons, eventsOf, snapshotOf } from '../lifecycle/number-events';
import type { NumberHistory, PhoneNumberRepository } from '../ports';
import { groupBy } from '../group-by';
import type { ChargeRefusal, MonthlyCharges } from './monthly-charges';

export const NON_PAYMENT: EventReasons = { reason: 'non_payment', releaseReason: 'non_payment' };
/** The failed attempts of which owners and billing members are notified. The last one suspends the number. */
const NOTIFIED_ATTEMPTS: readonly number[] = [1, 4, 6, FAILED_ATTEMPTS_MAX];

export interface BillingCounts {
  /** Months charged. */
  readonly charged: number;
  /** Numbers whose month was not charged. */
  readonly refused: number;
  /** Numbers suspended for non-payment. */
  readonly suspended: number;
}

/**
 * Charges the due months of locked numbers, and saves the numbers. Joins the caller's transaction. The number of round
 * trips depends on the most months that one number has missed, not on the number of numbers.
 */
export class BillDueMonths {
  constructor(
    private readonly numbers: PhoneNumberRepository,
    private readonly charges: MonthlyCharges,
    private readonly history: NumberHistory,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Charges the oldest month of each number, then the next month of those that have missed more. Numbers of one account
   * spend its balance in the given order.
   */
  async bill(numbers: readonly PhoneNumber[]): Promise<BillingCounts> {
    const now = this.clock.now();
    const billings = numbers.map((number) => new NumberBilling(number, now));
    for (let due = billings.filter(isDue); due.length > 0; due = due.filter(isDue)) {
      const refusals = await this.charges.chargeAll(due.map(({ number }) => number));
      due.forEach((billing, index) => billing.record(refusals[index] ?? null));
    }
    await this.save(billings, now);
    return {
      charged: billings.reduce((sum, { charged }) => sum + charged, 0),
      refused: billings.filter(({ isRefused }) => isRefused).length,
      suspended: billings.filter(({ isSuspended }) => isSuspended).length,
    };
  }

  private async save(billings: readonly NumberBilling[], now: Date): Promise<void> {
    await this.numbers.saveBilled(billings.map(({ number }) => number));
    await this.history.add(
      billings.flatMap(({ number, changes }) => changes.map((change) => ({ number, change, actor: SYSTEM, at: now }))),
    );
    await this.events.publishAll([...billings.flatMap(({ events }) => events), ...refusalEventsOf(billings)]);
  }
}

const isDue = (billing: NumberBilling) => billing.isDue;

interface NotifiedRefusal {
  readonly accountId: string;
  readonly attempt: number;
  readonly number: EventPayloads['numbering.charges.refused']['numbers'][number];
}

/** The billing of one number in a run. */
class NumberBilling {
  readonly changes: Change[] = [];
  readonly events: IntegrationEvent[] = [];
  readonly notifiedRefusals: NotifiedRefusal[] = [];
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

  /** False after a refusal. */
  get isDue(): boolean {
    return !this.refused && this.number.isBillingDue(this.now);
  }

  get charged(): number {
    return this.number.billedMonths - this.monthsBefore;
  }

  get isRefused(): boolean {
    return this.refused;
  }

  get isSuspended(): boolean {
    return this.wasActive && this.number.status === 'suspended';
  }

  /**
   * Records that the due month was charged, or refused. A refusal counts for all attempts that are overdue, since the
   * balance is the same for them. A refusal due to the holds of live calls is no attempt: the month stays due for the next
   * run. See docs/numbers.md#billing.
   */
  record(refusal: ChargeRefusal | null): void {
    if (refusal === null) return this.apply(() => this.number.billed(this.now));
    this.refused = true;
    if (refusal.isDueToCallHolds) return;
    while (this.number.isBillingDue(this.now)) {
      this.apply(() => this.number.billingFailed(refusal.code, this.now));
      this.notify();
    }
  }

  private apply(step: () => Change | null): void {
    const before = snapshotOf(this.number);
    const change = step();
    if (change) this.changes.push(change);
    this.events.push(...eventsOf(this.number, before, NON_PAYMENT));
  }

  private notify(): void {
    const { id, e164, accountId, dueMonthPriceCents, failedBillingAttempts: attempt, releaseScheduledAt } = this.number;
    if (!NOTIFIED_ATTEMPTS.includes(attempt)) return;
    const releaseAt = attempt === FAILED_ATTEMPTS_MAX ? releaseScheduledAt : null;
    const number = {
      number_id: id,
      e164,
      amount_cents: dueMonthPriceCents,
      release_scheduled_at: unixSecondsOrNull(releaseAt),
    };
    this.notifiedRefusals.push({ accountId, attempt, number });
  }
}

/** Returns one event per account and attempt, so that a customer of many numbers receives one mail. */
function refusalEventsOf(billings: readonly NumberBilling[]): IntegrationEvent[] {
  const refusals = billings.flatMap((billing) => billing.notifiedRefusals);
  const groups = groupBy(refusals, ({ accountId, attempt }) => `${accountId} ${attempt}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const data = { attempt: first.attempt, numbers: group.map(({ number }) => number) };
    return [{ type: 'numbering.charges.refused', accountId: first.accountId, data }];
  });
}
