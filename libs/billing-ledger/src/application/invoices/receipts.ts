import { CommonErrors } from '@trunkline/kernel';
import { buyerOf } from '../../domain/invoices/party';
import type { BillingQueries } from '../ports';
import type { BillDocument } from './invoices';
import type { BillPrinter, InvoiceRecipients } from './ports';

/** Prints receipts of top-ups. */
export class Receipts {
  constructor(
    private readonly queries: BillingQueries,
    private readonly recipients: InvoiceRecipients,
    private readonly printer: BillPrinter,
  ) {}

  /**
   * Prints the receipt of a top-up, with the current billing details. Throws not_found for an unknown top-up or another
   * account's, and invalid_state for a top-up that has not succeeded.
   */
  async document(accountId: string, topupId: string): Promise<BillDocument> {
    const topup = await this.queries.getTopup(accountId, topupId);
    if (topup.status !== 'succeeded')
      throw CommonErrors.invalid_state({
        message: `The top-up is ${topup.status}. Only a top-up that has succeeded has a receipt.`,
      });
    const [card, recipient] = await Promise.all([
      this.queries.findPaymentMethod(accountId, topup.paymentMethodId),
      this.recipients.get(accountId),
    ]);
    const content = await this.printer.receipt({ topup, card, buyer: buyerOf(recipient) });
    return { fileName: `receipt-${topup.id}.pdf`, content };
  }
}
