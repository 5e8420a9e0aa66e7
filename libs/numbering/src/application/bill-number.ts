import type { Clock, EventBus } from '@trunkline/kernel';
import { SYSTEM } from '../domain/actor';
import type { PhoneNumber } from '../domain/phone-number';
import type { MonthCharges } from './month-charges';
import type { NumberHistory } from './ports';
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

/** Brings the charges of one locked number up to the present. Joins the caller's transaction, which saves the number. */
export class BillNumber {
  constructor(
    private readonly months: MonthCharges,
    private readonly history: NumberHistory,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Every month that has become due, in their order. One that is refused ends it: the attempts that should have been
   * made until now are refused with it, since the balance is the same for all of them.
   */
  async execute(number: PhoneNumber): Promise<BillingCounts> {
    const now = this.clock.now();
    const [wasActive, monthsBefore] = [number.status === 'active', number.billedMonths];
    let refusal: string | null = null;
    while (number.isBillingDue(now)) {
      refusal ??= await this.months.tryCharge(number);
      const change = refusal === null ? number.billed(now) : number.billingFailed(refusal, now);
      if (change) await this.history.add(number, SYSTEM, change, now);
    }
    const hasStopped = wasActive && number.status === 'suspended';
    if (hasStopped) await this.events.publish(suspensionOf(number, 'non_payment'));
    return {
      ...{ charged: number.billedMonths - monthsBefore, refused: Number(refusal !== null) },
      suspended: Number(hasStopped),
    };
  }
}
