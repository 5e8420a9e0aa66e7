import type { PdfPrinter } from '@trunkline/platform/printing';
import type { BillPrinter, InvoiceView, Receipt, SellerDetails } from '../../application/invoices/ports';
import { invoiceDocument, receiptDocument } from './bill-documents';

/** Prints invoices and receipts of a seller. */
export class PdfBillPrinter implements BillPrinter {
  constructor(
    private readonly printer: Pick<PdfPrinter, 'print'>,
    private readonly details: SellerDetails,
  ) {}

  invoice(invoice: InvoiceView, earlier: string | null): Promise<Buffer> {
    return this.printer.print(invoiceDocument(invoice, earlier, this.details.seller));
  }

  receipt(receipt: Receipt): Promise<Buffer> {
    return this.printer.print(receiptDocument(receipt, this.details.seller));
  }
}
