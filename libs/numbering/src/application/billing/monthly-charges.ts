import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { Charge, Funds } from '../ports';
import { groupBy } from '../group-by';

/** Why a month was not charged. */
export interface ChargeRefusal {
  readonly code: string;
  /** True when the balance would cover the month without the holds of live calls. */
  readonly isDueToCallHolds: boolean;
}

const REFUSAL_CODE = 'insufficient_balance';

/** Charges the months of numbers. Joins the caller's transaction, in which the numbers must be locked. */
export class MonthlyCharges {
  constructor(private readonly funds: Funds) {}

  /** Charges the due month once; its reference identifies the month. Throws `insufficient_balance`. */
  async charge(number: PhoneNumber): Promise<void> {
    if (number.dueMonthPriceCents > 0) await this.funds.charge(dueMonthOf(number));
  }

  /** Charges the due month of each number, in order. Returns one entry per number: its refusal, or null when charged. */
  async chargeAll(numbers: readonly PhoneNumber[]): Promise<readonly (ChargeRefusal | null)[]> {
    const priced = numbers.filter(({ dueMonthPriceCents }) => dueMonthPriceCents > 0);
    const postings = await this.funds.chargeAll(priced.map(dueMonthOf));
    const refused = priced.filter((_, index) => !postings[index]);
    const refusals = new Map<PhoneNumber, ChargeRefusal>();
    for (const [accountId, own] of groupBy(refused, ({ accountId }) => accountId)) {
      // The wallet has been locked since the charge, so the balance is the one that refused it.
      const { availableCents, callHeldCents } = await this.funds.balance(accountId);
      let leftCents = availableCents + callHeldCents;
      for (const number of own) {
        const isDueToCallHolds = callHeldCents > 0 && number.dueMonthPriceCents <= leftCents;
        if (isDueToCallHolds) leftCents -= number.dueMonthPriceCents;
        refusals.set(number, { code: REFUSAL_CODE, isDueToCallHolds });
      }
    }
    return numbers.map((number) => refusals.get(number) ?? null);
  }
}

function dueMonthOf({ id, accountId, e164, dueMonthPriceCents, billedMonths, nextBillingAt }: PhoneNumber): Charge {
  return {
    accountId,
    amountCents: dueMonthPriceCents,
    description: `Number ${e164}: month from ${nextBillingAt.toISOString().slice(0, 'YYYY-MM-DD'.length)}`,
    relatedKind: 'number',
    relatedId: id,
    reference: `number:${id}:month:${billedMonths + 1}`,
    item: 'number_monthly',
  };
}
