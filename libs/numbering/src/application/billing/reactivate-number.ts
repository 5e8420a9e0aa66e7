import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { MonthCharges } from './month-charges';
import { FOR_NON_PAYMENT } from './bill-due-months';
import { newsOf, standingOf } from '../lifecycle/number-news';
import type { NumberRef } from '../lifecycle/numbers';
import type { NumberHistory, PhoneNumberRepository } from '../ports';

/** POST /numbers/{e164}/reactivate. */
export class ReactivateNumber {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly months: MonthCharges,
    private readonly history: NumberHistory,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Charges the month for which a number is suspended, at once; works again unless another reason keeps it. A refusal
   * counts as no attempt. Throws `insufficient_balance`, `invalid_state`.
   */
  execute({ accountId, e164, actor }: NumberRef): Promise<PhoneNumber> {
    return this.tx.run(async () => {
      const number = await this.numbers.lock(accountId, e164);
      number.requireUnpaid();
      await this.months.charge(number);
      const [now, before] = [this.clock.now(), standingOf(number)];
      const change = number.billed(now);
      await this.numbers.saveBilled([number]);
      if (change) await this.history.add(number, actor, change, now);
      await this.events.publishAll(newsOf(number, before, FOR_NON_PAYMENT));
      return number;
    });
  }
}
