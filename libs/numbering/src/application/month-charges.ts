import type { PhoneNumber } from '../domain/phone-number';
import type { Entry, Funds } from './ports';

const REFUSAL = 'insufficient_balance';

/** The charges of numbers' months. Joins the caller's transaction, in which the numbers must be locked. */
export class MonthCharges {
  constructor(private readonly funds: Funds) {}

  /** Charges the month that is due, once whatever happens: its reference names it. Throws `insufficient_balance`. */
  async charge(number: PhoneNumber): Promise<void> {
    if (number.monthlyPriceCents > 0) await this.funds.charge(monthOf(number));
  }

  /** Charges the month that is due of each, in their order. The code of each one's refusal; null where it is charged. */
  async tryChargeAll(numbers: readonly PhoneNumber[]): Promise<readonly (string | null)[]> {
    const priced = numbers.filter(({ monthlyPriceCents }) => monthlyPriceCents > 0);
    const posted = await this.funds.chargeAll(priced.map(monthOf));
    const refused = new Set(priced.filter((_, index) => !posted[index]));
    return numbers.map((number) => (refused.has(number) ? REFUSAL : null));
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
