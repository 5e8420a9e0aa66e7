import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { Invoices } from '../application/invoices/invoices';
import { IssueInvoices } from '../application/invoices/issue-invoices';
import {
  BilledTransactions,
  InvoicePrinter,
  InvoiceQueries,
  InvoiceRecipients,
  InvoiceRepository,
  InvoiceSeriesRepository,
} from '../application/invoices/ports';
import { SettleInvoices } from '../application/invoices/settle-invoices';
import { Journal } from '../application/journal';
import { StoredBilledTransactions } from '../infrastructure/invoices/billed-transactions';
import { InvoiceReads } from '../infrastructure/invoices/invoice-queries';
import { StoredInvoiceSeries } from '../infrastructure/invoices/invoice.repository';
import { StoredInvoices } from '../infrastructure/invoices/invoice.repository';
import { builtInFonts } from '../infrastructure/invoices/pdf-fonts';
import { PdfInvoicePrinter } from '../infrastructure/invoices/pdf-invoice-printer';
import { CreateInvoices1795000204100 } from '../infrastructure/migrations/create-invoices';

const printer = {
  provide: InvoicePrinter,
  useFactory: ({ INVOICE_SELLER }: Settings) => new PdfInvoicePrinter(INVOICE_SELLER, builtInFonts()),
  inject: [Settings],
};

export const invoicesWiring: Wiring = {
  providers: [
    implement(BilledTransactions, StoredBilledTransactions, [Database]),
    implement(InvoiceRepository, StoredInvoices, [Database]),
    implement(InvoiceSeriesRepository, StoredInvoiceSeries, [Database]),
    implement(InvoiceQueries, InvoiceReads, [Database]),
    printer,
  ],
  exported: [
    bind(IssueInvoices, [
      Transactor,
      BilledTransactions,
      InvoiceSeriesRepository,
      InvoiceRepository,
      InvoiceRecipients,
      SettleInvoices,
      Clock,
    ]),
    bind(SettleInvoices, [Transactor, BilledTransactions, InvoiceSeriesRepository, InvoiceRepository, Clock]),
    bind(Invoices, [InvoiceQueries, BilledTransactions, Journal, InvoiceRecipients, InvoicePrinter, Clock]),
  ],
  migrations: [CreateInvoices1795000204100],
};
