import type { Page, PageRequest } from '@trunkline/kernel';
import { column, columnsOf, type Database, type Table, Where } from '@trunkline/platform';
import type { NumberGroup, RepricingRepository } from '../../application/pricing/ports';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { PriceSelector } from '../../domain/pricing/price-rule';
import type { Repricing } from '../../domain/pricing/repricing';
import { GIVEN } from '../../domain/stock';
import { PhoneNumberSchema } from '../lifecycle/phone-number.schema';
import { SELECTOR_COLUMNS } from './price-rules.repository';
import { table } from '../table';

const { key, text, integer, time, optionalTime, json } = column;

export const RepricingSchema = table<Repricing>('repricings', {
  id: key,
  ...SELECTOR_COLUMNS,
  effectiveAt: time,
  status: text,
  rules: json,
  afterAccountId: text,
  afterNumberId: text,
  notice: json,
  changedCount: integer,
  withdrawnCount: integer,
  createdAt: time,
  completedAt: optionalTime,
});

const NUMBERS = 'numbering.phone_numbers';
const SELECT = `SELECT ${columnsOf(RepricingSchema)} FROM numbering.repricings`;
const FIND_OPEN = `SELECT id FROM numbering.repricings WHERE status IN ('running', 'withdrawing') ORDER BY id LIMIT 1`;
const PRICES = ['nextMonthlyPriceCents', 'priceChangesAt', 'repricingId', 'repricingIds', 'updatedAt'] as const;
/** A withdrawal restores what other repricings announced, which may be withdrawn at the same time. */
const WAIT_FOR_OTHERS = `SELECT pg_advisory_xact_lock(hashtextextended('numbering.repricings', 0))`;

/**
 * The live numbers of a selector that are not released before the change. Those that no supplier sold have no cost, from which
 * the rules would compute a price: they would be free.
 */
function matching({ accountId, supplier, country, numberType }: PriceSelector, effectiveAt: Date): Where {
  return new Where()
    .always(`status <> 'released' AND supplier <> '${GIVEN}'`)
    .add('(release_scheduled_at IS NULL OR release_scheduled_at > ?)', effectiveAt)
    .add('account_id = ?', accountId)
    .add('supplier = ?', supplier)
    .add('country = ?', country)
    .add('number_type = ?', numberType);
}

export class StoredRepricings implements RepricingRepository {
  constructor(private readonly db: Database) {}

  private get table(): Table<Repricing> {
    return this.db.table(RepricingSchema);
  }

  add(repricing: Repricing): Promise<void> {
    return this.table.add(repricing);
  }

  save(repricing: Repricing): Promise<void> {
    return this.table.save(repricing);
  }

  async lock(id: string): Promise<Repricing> {
    await this.db.write(WAIT_FOR_OTHERS);
    return this.table.get('id = $1 FOR UPDATE', [id]);
  }

  get(id: string): Promise<Repricing> {
    return this.table.get('id = $1', [id]);
  }

  async listStanding(ids: readonly string[]): Promise<Repricing[]> {
    if (ids.length === 0) return [];
    return this.table.query(`id = ANY ($1) AND status IN ('running', 'completed')`, [ids]);
  }

  list(page: PageRequest<'created_at'>): Promise<Page<Repricing>> {
    const of = ({ createdAt, id }: Repricing) => [createdAt, id] as const;
    return this.db.page<Repricing>({ select: SELECT, where: new Where(), by: ['created_at', 'id'], of }, page);
  }

  async findOpen(): Promise<string | null> {
    return (await this.db.find<{ id: string }>(FIND_OPEN))?.id ?? null;
  }

  group(filter: PriceSelector, at: Date, accountIds: readonly string[]): Promise<NumberGroup[]> {
    const where = matching(filter, at);
    const account = `CASE WHEN account_id = ANY (${where.value(accountIds)}) THEN account_id END`;
    const isEarlier = `coalesce(price_changes_at <= ${where.value(at)}, false)`;
    return this.db.query<NumberGroup>(
      `SELECT ${account} AS "accountId", supplier, country, number_type AS "numberType",
         coalesce(monthly_cost_cents, monthly_price_cents) AS "costCents", monthly_price_cents AS "priceCents",
         next_monthly_price_cents AS "nextMonthlyPriceCents", ${isEarlier} AS "isEarlier", count(*) AS count
       FROM ${NUMBERS} ${where.text} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
      where.values,
      'for values',
    );
  }

  /** Numbers of one account at a time, so that those of several accounts are never locked against the order of their ids. */
  async lockNext(repricing: Repricing, limit: number): Promise<PhoneNumber[]> {
    for (;;) {
      const accountId = await this.nextAccount(repricing);
      if (accountId === null) return [];
      const numbers = await this.lockOf(accountId, repricing, limit);
      // Its numbers were released while their locks were awaited. Others of the repricing are left.
      if (numbers.length > 0) return numbers;
    }
  }

  private lockOf(accountId: string, repricing: Repricing, limit: number): Promise<PhoneNumber[]> {
    const where = this.remaining(repricing).add('account_id = ?', accountId);
    const rows = `ORDER BY id LIMIT ${where.value(limit)} FOR UPDATE`;
    return this.db.table(PhoneNumberSchema).query(`${where.conditions.join(' AND ')} ${rows}`, where.values);
  }

  saveNumbers(numbers: readonly PhoneNumber[]): Promise<void> {
    return this.db.table(PhoneNumberSchema).saveMany(numbers, PRICES);
  }

  private async nextAccount(repricing: Repricing): Promise<string | null> {
    const where = this.remaining(repricing);
    const text = `SELECT account_id AS "accountId" FROM ${NUMBERS} ${where.text} ORDER BY account_id, id LIMIT 1`;
    return (await this.db.find<{ accountId: string }>(text, where.values, 'for values'))?.accountId ?? null;
  }

  /** Those after the position. A withdrawal goes through the numbers whose announced price is of the repricing, and lies ahead. */
  private remaining(repricing: Repricing): Where {
    const { id, status, effectiveAt, afterAccountId, afterNumberId } = repricing;
    const where =
      status === 'running'
        ? matching(repricing, effectiveAt)
        : new Where().always(`status <> 'released'`).add('repricing_id = ?', id);
    return where.always(`(account_id, id) > (${where.value(afterAccountId)}, ${where.value(afterNumberId)})`);
  }
}
