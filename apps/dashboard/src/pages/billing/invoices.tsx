import type { Invoice } from '@trunkline/client';
import { ReceiptText } from 'lucide-react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ButtonLink, TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import { List } from '../../ui/tables/list';
import { ExportButton } from '../exports/export-button';
import { InvoicePdf, InvoiceState, nameOf, periodOf } from './invoice-parts';

const COLUMNS: readonly Column<Invoice>[] = [
  {
    title: 'Invoice',
    cell: (invoice) => (
      <TextLink to="/billing/invoices/$id" params={{ id: invoice.id }} className="opens">
        {nameOf(invoice)}
      </TextLink>
    ),
  },
  { title: 'Period', cell: (invoice) => <span className="whole">{periodOf(invoice)}</span> },
  { title: 'Status', is: 'state', cell: (invoice) => <InvoiceState invoice={invoice} /> },
  { title: 'Document', is: 'actions', cell: (invoice) => <InvoicePdf invoice={invoice} /> },
  { title: 'Total', is: 'money', cell: (row) => format.money(row.total_cents, row.currency) },
];

const NO_FILTERS = {};

export function Invoices() {
  return (
    <Page title="Invoices" actions={<ExportButton kind="invoice_lines" filters={NO_FILTERS} />}>
      <List
        label="Invoices"
        namesZone={false}
        columns={COLUMNS}
        queryKey={['billing', 'invoices']}
        load={(query, options) => trunkline.invoices.list(query, options)}
        empty={
          <EmptyState icon={ReceiptText} text="An invoice is issued at the end of each month.">
            <ButtonLink to="/billing/usage">Usage of this month</ButtonLink>
            <DocsLink page="invoices">About invoices</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}
