import {
  compose,
  displayCents,
  type Mails,
  type MailAttachment,
  type Message,
  type PublishedEvent,
  type Transactor,
} from '@trunkline/kernel';
import { displayDay } from '../../domain/invoices/month';
import type { BillingContacts } from '../ports';
import type { Invoices } from './invoices';
import type { InvoiceRecipients, InvoiceView } from './ports';

type InvoiceIssued = Extract<PublishedEvent, { readonly type: 'billing.invoice.issued' }>;

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Mails each issued invoice once: to the account's address for invoices, else to its owners and billing members. */
export class MailInvoices {
  constructor(
    private readonly tx: Transactor,
    private readonly invoices: Invoices,
    private readonly recipients: InvoiceRecipients,
    private readonly contacts: BillingContacts,
    private readonly mails: Mails,
  ) {}

  /** Safe to repeat: an address receives one mail per invoice. Prints before the transaction, which only stores the mails. */
  async send({ accountId, data }: InvoiceIssued): Promise<void> {
    const invoice = await this.invoices.get(accountId, data.invoice_id);
    const { fileName, content } = await this.invoices.document(accountId, invoice.id);
    const attachment: MailAttachment = { fileName, type: 'application/pdf', base64: content.toString('base64') };
    await this.tx.run(async () => {
      for (const { key, email, name } of await this.addressees(accountId)) {
        await this.mails.send({
          ...messageOf(invoice, name),
          accountId,
          to: email,
          attachment,
          key: `invoice:${invoice.id}:${key}`,
        });
      }
    });
  }

  private async addressees(accountId: string) {
    const { name, billingDetails } = await this.recipients.get(accountId);
    const address = billingDetails?.invoiceEmail ?? null;
    if (address !== null) return [{ key: 'invoice_email', email: address, name: billingDetails?.legalName ?? name }];
    const members = await this.contacts.billingContacts(accountId);
    return members.map(({ userId, ...member }) => ({ key: userId, ...member }));
  }
}

function messageOf(invoice: InvoiceView, name: string): Message {
  const { number, periodStart, totalCents, correctionReason, replacesId } = invoice;
  const subject = correctionReason === null ? `Your invoice ${number ?? ''}` : `Correcting invoice ${number ?? ''}`;
  const about =
    correctionReason === null
      ? `Your invoice for ${months.format(periodStart)} is attached.${replacesId === null ? '' : ' It replaces the one that we have voided.'} The total is ${displayCents(totalCents)}.`
      : `The attached invoice voids your invoice for ${months.format(periodStart)}. It moves no money.`;
  return compose({
    subject,
    name,
    lines: [about, paymentOf(invoice)],
    footer: 'All invoices are in your dashboard, under Billing. You can change the address for invoices there.',
  });
}

function paymentOf({ status, dueAt, totalCents, amountPaidCents }: InvoiceView): string {
  if (status !== 'open' || dueAt === null) return 'Nothing is due.';
  return `${displayCents(totalCents - amountPaidCents)} is due on ${displayDay(dueAt)}. Top up your balance to pay it.`;
}
