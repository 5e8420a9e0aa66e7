import { DomainError } from '@trunkline/kernel';
import type { PhoneNumber } from '../domain/phone-number';
import type { Funds } from './ports';

/** The charges of a number's months. Joins the caller's transaction, in which the number must be locked. */
export class MonthCharges {
  constructor(private readonly funds: Funds) {}

  /** Charges the month that is due, once whatever happens: its reference names it. Throws `insufficient_balance`. */
  async charge(number: PhoneNumber): Promise<void> {
    const { id, accountId, e164, monthlyPriceCents: amountCents, billedMonths, nextBillingAt } = number;
    if (amountCents === 0) return;
    await this.funds.charge({
      ...{ accountId, amountCents, description: `Number ${e164}: month from ${dayOf(nextBillingAt)}` },
      ...{ relatedKind: 'number', relatedId: id, reference: `number:${id}:month:${billedMonths + 1}` },
      item: 'number_monthly',
    });
  }

  /** The code of the refusal; null when the month is charged. */
  async tryCharge(number: PhoneNumber): Promise<string | null> {
    try {
      await this.charge(number);
      return null;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'insufficient_balance') throw error;
      return error.code;
    }
  }
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
