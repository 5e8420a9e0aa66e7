import { RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import { type InvoiceSeriesRepository } from '../../application/invoices/ports';
import type { InvoiceSeries } from '../../domain/invoices/invoice-series';
import { InvoiceSeriesSchema } from './invoice.schema';

/** The end of an account id is random; the full id is unique. */
const SHORT_LENGTH = 8;
const IS_TAKEN = `SELECT FROM billing.invoice_series WHERE prefix = $1`;

export class StoredInvoiceSeries implements InvoiceSeriesRepository {
  constructor(private readonly db: Database) {}

  lock(accountId: string): Promise<InvoiceSeries | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.db.manager.findOne(InvoiceSeriesSchema, { where: { accountId }, lock });
  }

  async prefixFor(accountId: string): Promise<string> {
    const whole = accountId.slice(accountId.indexOf('_') + 1).toUpperCase();
    const short = whole.slice(-SHORT_LENGTH);
    return (await this.db.queryOne(IS_TAKEN, [short])) ? whole : short;
  }

  async save(series: InvoiceSeries): Promise<void> {
    try {
      await this.db.manager.upsert(InvoiceSeriesSchema, series, ['accountId']);
    } catch (error) {
      throw violatedConstraint(error) === 'invoice_series_prefix' ? new RetryTransaction() : error;
    }
  }
}
