import { type BillingDetails, type Clock, newId } from '@trunkline/kernel';
import { CorrectInvoices } from '../application/invoices/correct-invoices';
import { InvoiceParties } from '../application/invoices/invoice-parties';
import { Invoices } from '../application/invoices/invoices';
import { IssueInvoices } from '../application/invoices/issue-invoices';
import type { BillPrinter, InvoiceRecipients } from '../application/invoices/ports';
import { SettleInvoices } from '../application/invoices/settle-invoices';
import type { InvoiceView } from '../application/invoices/ports';
import { StoredBilledTransactions } from '../infrastructure/invoices/billed-transactions';
import { InvoiceReads } from '../infrastructure/invoices/invoice-queries';
import { StoredInvoiceSeries } from '../infrastructure/invoices/invoice.repository';
import { StoredInvoices } from '../infrastructure/invoices/invoice.repository';
import type { BillingAudit, BillingAuditEntry } from '../application/operator/ports';
import type { BilledItem } from '../domain/journal/postings';
import type { PostgresWorld } from './postgres-world';

export const SELLER = {
  legalName: 'Trunkline GmbH',
  addressLine1: 'Hauptstraße 1',
  addressLine2: null,
  city: 'Berlin',
  postalCode: '10115',
  region: null,
  country: 'DE',
  taxId: 'DE123456789',
  email: 'billing@example.com',
};

/** Returns one name for every account, or fails for those in `failing`. */
export class FakeRecipients implements InvoiceRecipients {
  readonly failing = new Set<string>();
  readonly details = new Map<string, BillingDetails>();

  get(accountId: string) {
    if (this.failing.has(accountId)) return Promise.reject(new Error('Identity is unavailable.'));
    const billingDetails = this.details.get(accountId) ?? null;
    return Promise.resolve({ name: 'Looms Ltd', country: 'GB', billingDetails });
  }
}

/** Keeps the entries of the audit log. */
export class RecordedAudit implements BillingAudit {
  readonly entries: BillingAuditEntry[] = [];

  record(entry: BillingAuditEntry): Promise<void> {
    this.entries.push(entry);
    return Promise.resolve();
  }
}

/** Prints the names of what it is given. */
export const PLAIN_PRINTER: BillPrinter = {
  invoice: ({ number }) => Promise.resolve(Buffer.from(`%PDF-${number ?? 'draft'}`)),
  receipt: ({ topup }) => Promise.resolve(Buffer.from(`%PDF-${topup.id}`)),
};

/** Wires invoices to a world's ledger. */
export function invoiceWorld({
  db,
  journal,
  events,
  clock,
}: Pick<PostgresWorld, 'db' | 'journal' | 'events'> & { readonly clock: Clock }) {
  const transactions = new StoredBilledTransactions(db);
  const invoices = new StoredInvoices(db);
  const series = new StoredInvoiceSeries(db);
  const queries = new InvoiceReads(db);
  const recipients = new FakeRecipients();
  const settle = new SettleInvoices(db, transactions, series, invoices, clock);
  const parties = new InvoiceParties(recipients, { seller: SELLER });
  const audit = new RecordedAudit();
  return {
    transactions,
    invoices,
    recipients,
    settle,
    queries,
    audit,
    series,
    issue: new IssueInvoices(db, transactions, series, invoices, parties, settle, events, clock),
    correct: new CorrectInvoices(db, series, invoices, queries, parties, settle, audit, events, clock),
    shown: new Invoices(queries, transactions, journal, parties, PLAIN_PRINTER, clock),
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
  readonly item?: BilledItem;
}

/** What a call of each direction is posted with. */
const USAGE = {
  usage_inbound: { usageOf: '+12125550123', usageSeconds: 40 },
  usage_outbound: { usageOf: 'DE mobile', usageSeconds: 40 },
};

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
    ...(item?.startsWith('usage') && USAGE[item as keyof typeof USAGE]),
  });
}
