import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import type { NumberBelowCost, PriceReports } from '../../application/pricing/ports';
import { PhoneNumberSchema } from '../lifecycle/phone-number.schema';

const MEMBERS = [
  'id',
  'e164',
  'accountId',
  'supplier',
  'country',
  'numberType',
  'monthlyPriceCents',
  'monthlyCostCents',
] as const;
const SELECT = `SELECT ${columnsOf(PhoneNumberSchema, MEMBERS)} FROM numbering.phone_numbers`;
/** The condition of the index `phone_numbers_below_cost`, which must match it exactly. */
const BELOW_COST = `status <> 'released' AND monthly_price_cents < monthly_cost_cents`;

export class PriceReportReads implements PriceReports {
  constructor(private readonly db: Database) {}

  listBelowCost(page: PageRequest<'id'>): Promise<Page<NumberBelowCost>> {
    const where = new Where().always(BELOW_COST);
    return this.db.page<NumberBelowCost>({ select: SELECT, where, by: ['id', 'id'], of: ({ id }) => [id, id] }, page);
  }
}
