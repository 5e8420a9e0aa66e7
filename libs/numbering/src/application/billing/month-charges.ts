import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { groupBy } from './group-by';
import type { Entry, Funds } from '../ports';

/** Why a month was not charged. */
export interface Refusal {
  readonly code: string;
  /** The balance covers the month but for what live calls hold of it. */
  readonly isForCalls: boolean;
}

const REFUSAL = 'insufficient_balance';

/** The charges of numbers' months. Joins the caller's transaction, in which the numbers must be locked. */
export class MonthCharges {
  constructor(private readonly funds: Funds) {}

  /** Charges the month that is due, once whatever happens: its reference names it. Throws `insufficient_balance`. */
  async charge(number: PhoneNumber): Promise<void> {
    if (number.monthlyPriceCents > 0) await this.funds.charge(monthOf(number));
  }

  /** Charges the month that is due of each, in their order. The refusal of each; null where it is charged. */
  async tryChargeAll(numbers: readonly PhoneNumber[]): Promise<readonly (Refusal | null)[]> {
    const priced = numbers.filter(({ monthlyPriceCents }) => monthlyPriceCents > 0);
    const posted = await this.funds.chargeAll(priced.map(monthOf));
    const refused = priced.filter((_, index) => !posted[index]);
    const refusals = new Map<PhoneNumber, Refusal>();
    for (const [accountId, own] of groupBy(refused, ({ accountId }) => accountId)) {
      // The wallet is locked since it was charged, so that the figures are those that refused.
      const { availableCents, callHeldCents } = await this.funds.balance(accountId);
      let leftCents = availableCents + callHeldCents;
      for (const number of own) {
        const isForCalls = callHeldCents > 0 && number.monthlyPriceCents <= leftCents;
        if (isForCalls) leftCents -= number.monthlyPriceCents;
        refusals.set(number, { code: REFUSAL, isForCalls });
      }
    }
    return numbers.map((number) => refusals.get(number) ?? null);
  }
}

function monthOf(number: PhoneNumber): Entry {
  const { id, accountId, e164, monthlyPriceCents: amountCents, billedMonths, nextBillingAt } = number;
  return {
    ...{ accountId, amountCents, description: `Number ${e164}: month from ${dayOf(nextBillingAt)}` },
    ...{ relatedKind: 'number', relatedId: id, reference: `number:${id}:month:${billedMonths + 1}` },
    item: 'number_monthly',
  };
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
