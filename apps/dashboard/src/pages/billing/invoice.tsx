import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Invoice, InvoiceBuyer, InvoiceSeller } from '@trunkline/client';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { Facts } from '../../ui/layout/facts';
import { Loaded } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { Table } from '../../ui/tables/table';
import { TextLink } from '../../ui/links';
import classes from './invoice.module.css';
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
      actions={
        query.data && (
          <>
            <InvoicePdf invoice={query.data} />
            <Button size="compact-sm" variant="default" onClick={() => window.print()}>
              Print
            </Button>
          </>
        )
      }
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
        <div className={classes['parties']}>
          <Party title="From" party={invoice.seller} />
          <Party title="Bill to" party={invoice.buyer} />
        </div>
      </Panel>
      <Panel>
        <Facts
          items={[
            ['Status', <InvoiceState key="status" invoice={invoice} />],
            ['Period (UTC)', periodOf(invoice)],
            ['Total', money(invoice.total_cents)],
            ['Paid', money(invoice.amount_paid_cents)],
            ['Issued', timeOf(invoice.issued_at, 'At the end of the month')],
            ['Due', timeOf(invoice.due_at, 'Nothing is due')],
            ...(invoice.paid_at === null ? [] : [['Paid on', format.day(invoice.paid_at)] as const]),
            ...(invoice.buyer?.purchase_order ? [['Your reference', invoice.buyer.purchase_order] as const] : []),
            ...linksOf(invoice),
          ]}
        />
      </Panel>
      <Panel title="Lines">
        <Lines invoice={invoice} />
        <Text size="sm" c="dimmed" mt="sm">
          No tax is charged. {invoice.status === 'paid' && 'Charged to the balance: nothing is due.'}
        </Text>
      </Panel>
    </>
  );
}

/** The invoices that this one voids or replaces, and those that void or replace it. */
function linksOf({ corrects_id, corrected_by_id, correction_reason, replaces_id, replaced_by_id }: Invoice) {
  const other = (id: string, text: string) => (
    <TextLink key={id} to="/billing/invoices/$id" params={{ id }}>
      {text}
    </TextLink>
  );
  return [
    ...(corrects_id ? [['Voids', other(corrects_id, 'Another invoice')] as const] : []),
    ...(correction_reason ? [['Reason', correction_reason] as const] : []),
    ...(corrected_by_id ? [['Voided by', other(corrected_by_id, 'A correcting invoice')] as const] : []),
    ...(replaces_id ? [['Replaces', other(replaces_id, 'A void invoice')] as const] : []),
    ...(replaced_by_id ? [['Replaced by', other(replaced_by_id, 'A new invoice')] as const] : []),
  ];
}

/** Name and address, of which each line is in its own direction. */
function Party({ title, party }: { title: string; party: InvoiceSeller | InvoiceBuyer | null }) {
  if (!party) return null;
  const { legal_name, address_line1, address_line2, postal_code, city, region, country, tax_id } = party;
  const place = [postal_code, city].filter(Boolean).join(' ');
  const lines = [
    ...[address_line1, address_line2, place, region, country && format.country(country)],
    tax_id && `Tax ID: ${tax_id}`,
    'email' in party ? party.email : null,
  ];
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <address>
        <Text fw={600}>
          <bdi>{legal_name}</bdi>
        </Text>
        {lines.filter(Boolean).map((line, index) => (
          // Two lines may be the same: Singapore is a city and a country.
          <Text key={index} size="sm">
            <bdi>{line}</bdi>
          </Text>
        ))}
      </address>
    </div>
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
    {
      title: 'Quantity',
      end: true,
      cell: ({ quantity, unit }) => `${format.count(quantity)} ${unit}${quantity === 1 ? '' : 's'}`,
    },
    { title: 'Unit price', end: true, cell: ({ unit_price_display }) => unit_price_display },
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
