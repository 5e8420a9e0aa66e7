import { RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import type { InvoiceRepository, InvoiceSeriesRepository } from '../../application/invoices/ports';
import type { AccountRef } from '../../application/sweep';
import type { InvoiceLine } from '../../domain/invoices/invoice-lines';
import type { Invoice } from '../../domain/invoices/invoice';
import type { InvoiceSeries } from '../../domain/invoices/invoice-series';
import { InvoiceSchema, InvoiceSeriesSchema } from '../schema';

/** Inserts all lines in one statement. */
const ADD_LINES = `INSERT INTO billing.invoice_lines
    (invoice_id, position, kind, description, quantity, unit, unit_price_cents, amount_cents, related_kind, related_id)
  SELECT $1, line.n, line.each->>'kind', line.each->>'description', (line.each->>'quantity')::integer, line.each->>'unit',
    (line.each->>'unitPriceCents')::bigint, (line.each->>'amountCents')::bigint, line.each->>'relatedKind',
    line.each->>'relatedId'
  FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS line(each, n)`;

const ACCOUNTS_WITH_OPEN = `SELECT DISTINCT account_id AS "accountId" FROM billing.invoices
  WHERE status = 'open' AND account_id > $1 ORDER BY account_id LIMIT $2`;

export class StoredInvoices implements InvoiceRepository {
  constructor(private readonly db: Database) {}

  async add(invoice: Invoice, lines: readonly InvoiceLine[]): Promise<void> {
    await this.db.table(InvoiceSchema).add(invoice, retried('invoices_period'));
    await this.db.write(ADD_LINES, [invoice.id, JSON.stringify(lines)]);
  }

  save(invoice: Invoice): Promise<void> {
    return this.db.table(InvoiceSchema).save(invoice);
  }

  async accountOf(id: string): Promise<string> {
    return (await this.db.get<AccountRef>(`SELECT account_id AS "accountId" FROM billing.invoices WHERE id = $1`, [id]))
      .accountId;
  }

  lock(accountId: string, id: string): Promise<Invoice> {
    return this.db.table(InvoiceSchema).get('account_id = $1 AND id = $2 FOR UPDATE', [accountId, id]);
  }

  lockOpen(accountId: string): Promise<Invoice[]> {
    return this.db
      .table(InvoiceSchema)
      .query(`account_id = $1 AND status = 'open' ORDER BY period_start DESC FOR UPDATE`, [accountId]);
  }

  accountsWithOpen(after: string, limit: number): Promise<AccountRef[]> {
    return this.db.query<AccountRef>(ACCOUNTS_WITH_OPEN, [after, limit]);
  }
}

/** The end of an account id is random; the full id is unique. */
const SHORT_LENGTH = 8;
const IS_TAKEN = `SELECT FROM billing.invoice_series WHERE prefix = $1`;

export class StoredInvoiceSeries implements InvoiceSeriesRepository {
  constructor(private readonly db: Database) {}

  lock(accountId: string): Promise<InvoiceSeries | null> {
    return this.db.table(InvoiceSeriesSchema).find('account_id = $1 FOR UPDATE', [accountId]);
  }

  async prefixFor(accountId: string): Promise<string> {
    const whole = accountId.slice(accountId.indexOf('_') + 1).toUpperCase();
    const short = whole.slice(-SHORT_LENGTH);
    return (await this.db.find(IS_TAKEN, [short])) ? whole : short;
  }

  add(series: InvoiceSeries): Promise<void> {
    return this.db.table(InvoiceSeriesSchema).add(series, retried('invoice_series_prefix'));
  }

  save(series: InvoiceSeries): Promise<void> {
    return this.db.table(InvoiceSeriesSchema).save(series);
  }
}

/** A concurrent transaction may violate the constraint. */
function retried(constraint: string) {
  return (error: unknown): unknown => (violatedConstraint(error) === constraint ? new RetryTransaction() : error);
}
