import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Invoice } from '@trunkline/client';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { Facts } from '../../ui/facts';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { Table } from '../../ui/tables/table';
import { InvoicePdf, InvoiceState, periodOf } from './invoice-parts';

const route = getRouteApi('/signed-in/billing/invoices/$id');

export function InvoicePage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['billing', 'invoices', id],
    queryFn: ({ signal }) => trunkline.invoices.get(id, { signal }),
  });
  return (
    <Page
      title={query.data ? (query.data.number ?? 'Invoice of the current month') : 'Invoice'}
      actions={query.data && <InvoicePdf invoice={query.data} />}
    >
      <Loaded query={query} title="The invoice could not be loaded">
        {(invoice) => <Details invoice={invoice} />}
      </Loaded>
    </Page>
  );
}

const timeOf = (at: number | null, none: string): string => (at === null ? none : format.day(at));

function Details({ invoice }: { invoice: Invoice }) {
  const money = (cents: number): string => format.money(cents, invoice.currency);
  return (
    <>
      <Panel>
        <Facts
          items={[
            ['Status', <InvoiceState key="status" invoice={invoice} />],
            ['Period (UTC)', periodOf(invoice)],
            ['Total', money(invoice.total_cents)],
            ['Paid', money(invoice.amount_paid_cents)],
            ['Issued', timeOf(invoice.issued_at, 'At the end of the month')],
            ['Due', timeOf(invoice.due_at, 'Nothing is due')],
            ['Paid on', timeOf(invoice.paid_at, 'Not yet')],
          ]}
        />
      </Panel>
      <Panel title="Lines">
        <Lines invoice={invoice} />
      </Panel>
    </>
  );
}

function Lines({ invoice: { lines, currency, subtotal_cents, tax_cents, total_cents } }: { invoice: Invoice }) {
  const money = (cents: number): string => format.money(cents, currency);
  if (lines.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing was charged in this month.
      </Text>
    );
  }
  const columns: readonly Column<Invoice['lines'][number]>[] = [
    { title: 'Description', cell: ({ description }) => description },
    { title: 'Quantity', end: true, cell: ({ quantity }) => format.count(quantity) },
    { title: 'Unit price', end: true, cell: ({ unit_price_cents }) => money(unit_price_cents) },
    { title: 'Amount', end: true, cell: ({ amount_cents }) => money(amount_cents) },
  ];
  const sums = [
    ['Subtotal', subtotal_cents],
    ['Tax', tax_cents],
    ['Total', total_cents],
  ] as const;
  return (
    <ShortTable label="Lines" columns={columns} rows={lines} rowKey={(_line, index) => index}>
      {sums.map(([name, cents]) => (
        <Table.Tr key={name}>
          <Table.Td colSpan={3} ta="end">
            {name}
          </Table.Td>
          <Table.Td ta="end" fw={550} className="figures">
            {money(cents)}
          </Table.Td>
        </Table.Tr>
      ))}
    </ShortTable>
  );
}
