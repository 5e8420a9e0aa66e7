import { buyerOf, type InvoiceBuyer, type InvoiceSeller } from '../../domain/invoices/party';
import type { InvoiceRecipients, SellerDetails } from './ports';

/** The seller and the buyers as invoices name them now. */
export class InvoiceParties {
  constructor(
    private readonly recipients: InvoiceRecipients,
    private readonly details: SellerDetails,
  ) {}

  /** Throws not_found. */
  async of(accountId: string): Promise<{ readonly seller: InvoiceSeller; readonly buyer: InvoiceBuyer }> {
    return { seller: this.details.seller, buyer: buyerOf(await this.recipients.get(accountId)) };
  }
}
