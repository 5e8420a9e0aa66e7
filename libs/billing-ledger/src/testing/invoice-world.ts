import { type Clock, newId } from '@trunkline/kernel';
import { Invoices } from '../application/invoices/invoices';
import { IssueInvoices } from '../application/invoices/issue-invoices';
import { type InvoiceRecipients } from '../application/invoices/ports';
import { SettleInvoices } from '../application/invoices/settle-invoices';
import type { InvoiceView } from '../application/invoices/ports';
import { StoredBilledTransactions } from '../infrastructure/invoices/billed-transactions';
import { InvoiceReads } from '../infrastructure/invoices/invoice-queries';
import { StoredInvoiceSeries } from '../infrastructure/invoices/invoice.repository';
import { StoredInvoices } from '../infrastructure/invoices/invoice.repository';
import { STANDARD_FONTS } from '../infrastructure/invoices/pdf-fonts';
import { PdfInvoicePrinter } from '../infrastructure/invoices/pdf-invoice-printer';
import type { PostgresWorld } from './postgres-world';

/** Returns one name for every account, or fails for those in `failing`. */
export class FakeRecipients implements InvoiceRecipients {
  readonly failing = new Set<string>();

  get(accountId: string): Promise<{ name: string }> {
    if (this.failing.has(accountId)) return Promise.reject(new Error('Identity is unavailable.'));
    return Promise.resolve({ name: 'Looms Ltd' });
  }
}

/** Wires invoices to a world's ledger. */
export function invoiceWorld({
  db,
  journal,
  clock,
}: Pick<PostgresWorld, 'db' | 'journal'> & { readonly clock: Clock }) {
  const transactions = new StoredBilledTransactions(db);
  const invoices = new StoredInvoices(db);
  const series = new StoredInvoiceSeries(db);
  const queries = new InvoiceReads(db);
  const recipients = new FakeRecipients();
  const settle = new SettleInvoices(db, transactions, series, invoices, clock);
  const printer = new PdfInvoicePrinter('Trunkline', STANDARD_FONTS);
  return {
    transactions,
    invoices,
    recipients,
    settle,
    queries,
    issue: new IssueInvoices(db, transactions, series, invoices, recipients, settle, clock),
    shown: new Invoices(queries, transactions, journal, recipients, printer, clock),
  };
}

export type InvoiceWorld = ReturnType<typeof invoiceWorld>;

/** Lists the account's issued invoices, oldest first. */
export async function issuedFor({ queries }: InvoiceWorld, accountId: string): Promise<InvoiceView[]> {
  const page = { limit: 100, sort: 'period_start', order: 'desc', after: null } as const;
  return [...(await queries.list(accountId, {}, page)).items].reverse();
}

export interface Movement {
  readonly kind: 'charge' | 'refund' | 'adjustment' | 'topup' | 'chargeback';
  /** Signed, as the wallet sees it. */
  readonly cents: number;
  readonly item?: 'number_monthly' | 'number_setup' | 'usage_inbound' | 'usage_outbound' | 'sms';
}

/** Posts a movement without a balance check. */
export async function move({ journal, clock }: PostgresWorld, accountId: string, movement: Movement): Promise<void> {
  const { kind, cents, item } = movement;
  const transactionId = newId('txn');
  await journal.post({
    transactionId,
    accountId,
    kind,
    amountCents: cents,
    description: `A ${kind}`,
    reference: transactionId,
    relatedKind: null,
    relatedId: null,
    processorPaymentIntentId: kind === 'topup' ? transactionId : null,
    guarded: false,
    at: clock.now(),
    ...(item && { item }),
  });
}
