import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import type { InvoiceFilters, InvoiceQueries, InvoiceView } from '../../application/invoices/ports';
import { InvoiceSchema } from '../schema';

const LINES = `(SELECT coalesce(json_agg(line), '[]') FROM (
    SELECT kind, description, quantity, unit, unit_price_cents AS "unitPriceCents", amount_cents AS "amountCents",
      related_kind AS "relatedKind", related_id AS "relatedId"
    FROM billing.invoice_lines WHERE invoice_id = invoices.id ORDER BY position) AS line)`;
const SELECT = `SELECT ${columnsOf(InvoiceSchema)}, ${LINES} AS lines FROM billing.invoices`;
const ONE = `${SELECT} WHERE id = $1 AND account_id = $2`;

export class InvoiceReads implements InvoiceQueries {
  constructor(private readonly db: Database) {}

  list(
    accountId: string,
    { statuses, from, to }: InvoiceFilters,
    page: PageRequest<'period_start'>,
  ): Promise<Page<InvoiceView>> {
    const where = new Where()
      .require('account_id = ?', accountId)
      .anyOf('status', statuses)
      .add('period_start >= ?', from)
      .add('period_start < ?', to);
    const of = ({ periodStart, id }: InvoiceView) => [periodStart, id] as const;
    return this.db.page<InvoiceView>({ select: SELECT, where, by: ['period_start', 'id'], of }, page);
  }

  get(accountId: string, id: string): Promise<InvoiceView> {
    return this.db.get<InvoiceView>(ONE, [id, accountId]);
  }

  find(accountId: string, id: string): Promise<InvoiceView | null> {
    return this.db.find<InvoiceView>(ONE, [id, accountId]);
  }
}
