import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { NON_PAYMENT } from './bill-due-months';
import type { MonthlyCharges } from './monthly-charges';
import { eventsOf, snapshotOf } from '../lifecycle/number-events';
import type { NumberRef } from '../lifecycle/numbers';
import type { NumberHistory, PhoneNumberRepository } from '../ports';

/** Reactivates numbers that are suspended for non-payment, at the customer's request. */
export class ReactivateNumber {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly charges: MonthlyCharges,
    private readonly history: NumberHistory,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Charges the unpaid month immediately, and resumes the number unless it has another suspension reason. A refusal does
   * not count as a failed attempt. Throws `insufficient_balance`, `invalid_state`.
   */
  reactivate({ accountId, e164, actor }: NumberRef): Promise<PhoneNumber> {
    return this.tx.run(async () => {
      const number = await this.numbers.lock(accountId, e164);
      number.requireUnpaid();
      await this.charges.charge(number);
      const now = this.clock.now();
      const before = snapshotOf(number);
      const change = number.billed(now);
      await this.numbers.saveBilled([number]);
      if (change) await this.history.add({ number, actor, change, at: now });
      await this.events.publishAll(eventsOf(number, before, NON_PAYMENT));
      return number;
    });
  }
}
