import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { alias, bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { PdfPrinter } from '@trunkline/platform/printing';
import { CorrectInvoices } from '../application/invoices/correct-invoices';
import { InvoiceParties } from '../application/invoices/invoice-parties';
import { Invoices } from '../application/invoices/invoices';
import { IssueInvoices } from '../application/invoices/issue-invoices';
import { MailInvoices } from '../application/invoices/mail-invoices';
import {
  BilledTransactions,
  BillPrinter,
  InvoiceQueries,
  InvoiceRecipients,
  InvoiceRepository,
  InvoiceSeriesRepository,
  SellerDetails,
} from '../application/invoices/ports';
import { Receipts } from '../application/invoices/receipts';
import { SettleInvoices } from '../application/invoices/settle-invoices';
import { Journal } from '../application/journal';
import { BillingAudit } from '../application/operator/ports';
import { BillingContacts, BillingQueries } from '../application/ports';
import { StoredBilledTransactions } from '../infrastructure/invoices/billed-transactions';
import { InvoiceReads } from '../infrastructure/invoices/invoice-queries';
import { StoredInvoices, StoredInvoiceSeries } from '../infrastructure/invoices/invoice.repository';
import { CreateInvoices1795000204100 } from '../infrastructure/migrations/create-invoices';
import { DetailInvoices1795020800000 } from '../infrastructure/migrations/detail-invoices';
import { PdfBillPrinter } from '../infrastructure/invoices/pdf-bill-printer';
import { ReissueInvoices1795021010000 } from '../infrastructure/migrations/reissue-invoices';

export const invoicesWiring: Wiring = {
  providers: [
    implement(BilledTransactions, StoredBilledTransactions, [Database]),
    implement(InvoiceRepository, StoredInvoices, [Database]),
    implement(InvoiceSeriesRepository, StoredInvoiceSeries, [Database]),
    implement(InvoiceQueries, InvoiceReads, [Database]),
    alias(SellerDetails, Settings),
    bind(InvoiceParties, [InvoiceRecipients, SellerDetails]),
    implement(BillPrinter, PdfBillPrinter, [PdfPrinter, SellerDetails]),
  ],
  exported: [
    bind(IssueInvoices, [
      Transactor,
      BilledTransactions,
      InvoiceSeriesRepository,
      InvoiceRepository,
      InvoiceParties,
      SettleInvoices,
      EventBus,
      Clock,
    ]),
    bind(SettleInvoices, [Transactor, BilledTransactions, InvoiceSeriesRepository, InvoiceRepository, Clock]),
    bind(CorrectInvoices, [
      Transactor,
      InvoiceSeriesRepository,
      InvoiceRepository,
      InvoiceQueries,
      InvoiceParties,
      SettleInvoices,
      BillingAudit,
      EventBus,
      Clock,
    ]),
    bind(Invoices, [InvoiceQueries, BilledTransactions, Journal, InvoiceParties, BillPrinter, Clock]),
    bind(MailInvoices, [Transactor, Invoices, InvoiceRecipients, BillingContacts, Mails]),
    bind(Receipts, [BillingQueries, InvoiceRecipients, BillPrinter]),
  ],
  migrations: [CreateInvoices1795000204100, DetailInvoices1795020800000, ReissueInvoices1795021010000],
};
