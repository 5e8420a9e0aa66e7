import { RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import { type InvoiceRepository } from '../../application/invoices/ports';
import type { InvoiceLine } from '../../domain/invoices/invoice-lines';
import type { Invoice } from '../../domain/invoices/invoice';
import { InvoiceSchema } from './invoice.schema';

/** Inserts all lines in one statement. */
const ADD_LINES = `INSERT INTO billing.invoice_lines
    (invoice_id, position, kind, description, quantity, unit_price_cents, amount_cents, related_kind, related_id)
  SELECT $1, line.n, line.each->>'kind', line.each->>'description', (line.each->>'quantity')::integer,
    (line.each->>'unitPriceCents')::bigint, (line.each->>'amountCents')::bigint, line.each->>'relatedKind',
    line.each->>'relatedId'
  FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS line(each, n)`;

const ACCOUNTS_WITH_OPEN = `SELECT DISTINCT account_id FROM billing.invoices
  WHERE status = 'open' AND account_id > $1 ORDER BY account_id LIMIT $2`;

export class StoredInvoices implements InvoiceRepository {
  constructor(private readonly db: Database) {}

  async add(invoice: Invoice, lines: readonly InvoiceLine[]): Promise<void> {
    try {
      await this.db.manager.insert(InvoiceSchema, invoice);
    } catch (error) {
      throw violatedConstraint(error) === 'invoices_month' ? new RetryTransaction() : error;
    }
    await this.db.query(ADD_LINES, [invoice.id, JSON.stringify(lines)]);
  }

  async save(invoice: Invoice): Promise<void> {
    await this.db.manager.update(InvoiceSchema, { id: invoice.id }, invoice);
  }

  lockOpen(accountId: string): Promise<Invoice[]> {
    return this.db.manager.find(InvoiceSchema, {
      where: { accountId, status: 'open' },
      order: { periodStart: 'DESC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async accountsWithOpen(after: string, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ account_id: string }>(ACCOUNTS_WITH_OPEN, [after, limit]);
    return rows.map(({ account_id }) => account_id);
  }
}
