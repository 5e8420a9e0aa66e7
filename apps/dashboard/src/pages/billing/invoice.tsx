import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Invoice, InvoiceBuyer, InvoiceLine, InvoiceSeller } from '@trunkline/client';
import type { ReactNode } from 'react';
import { format } from '../../format';
import { TextWithPhones } from '../../format/phone';
import { useAccount } from '../../session/account';
import { trunkline } from '../../session/client';
import { Loaded } from '../../ui/feedback/loaded';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { Table } from '../../ui/tables/table';
import { TextLink } from '../../ui/links';
import classes from './invoice.module.css';
import { InvoicePdf, InvoiceState, monthOf, periodOf, titleOf } from './invoice-parts';

const route = getRouteApi('/signed-in/billing/invoices/$id');

export function InvoicePage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['billing', 'invoices', id],
    queryFn: ({ signal }) => trunkline.invoices.get(id, { signal }),
  });
  return (
    <Page
      title={query.data ? titleOf(query.data) : 'Invoice'}
      crumb={query.data && monthOf(query.data)}
      state={query.data && <InvoiceState invoice={query.data} />}
      actions={
        query.data && (
          <>
            <Button variant="default" onClick={() => window.print()}>
              Print
            </Button>
            <InvoicePdf invoice={query.data} isPrimary />
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
  const { id } = useAccount();
  return (
    <article className={classes['paper']}>
      <div className={classes['parties']}>
        <Party title="From" party={invoice.seller} />
        <Party title="Bill to" party={invoice.buyer} />
        <Facts lines items={factsOf(invoice, id)} />
      </div>
      <Panel>
        <Lines invoice={invoice} />
        <Text size="sm" c="dimmed" mt="sm">
          {invoice.lines.some(({ is_average }) => is_average) &&
            'Each call is rounded up to the cent, so the unit price of minutes and calls is an average. '}
          No tax is charged. {invoice.status === 'paid' && 'Charged to the balance: nothing is due.'}
        </Text>
      </Panel>
    </article>
  );
}

/** What is said of the invoice beside its parties. */
function factsOf(invoice: Invoice, accountId: string): readonly (readonly [name: string, value: ReactNode])[] {
  return [
    ['Issued', timeOf(invoice.issued_at, 'At the end of the month')],
    ['Period (UTC)', periodOf(invoice)],
    ['Total', <b key="total">{format.money(invoice.total_cents, invoice.currency)}</b>],
    ['Due', timeOf(invoice.due_at, 'Nothing is due')],
    ...(invoice.paid_at === null ? [] : [['Paid on', format.day(invoice.paid_at)] as const]),
    ...(invoice.buyer?.purchase_order ? [['Your reference', invoice.buyer.purchase_order] as const] : []),
    ['Account', <Id key="account" value={accountId} />],
    ...linksOf(invoice),
  ];
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
      <Text c="dimmed" className={classes['title']}>
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

/** What lines charge for, as in the PDF. */
const KINDS: Readonly<Record<InvoiceLine['kind'], string>> = {
  number_setup: 'Numbers: setup and first month',
  port_fee: 'Numbers: ports',
  number_monthly: 'Numbers: monthly',
  usage_inbound: 'Inbound calls',
  usage_outbound: 'Outbound calls',
  sms: 'Messages',
  adjustment: 'Refunds and adjustments',
};

/** The lines of a kind follow its heading, which has their sum. */
type Row = InvoiceLine | { readonly heading: string; readonly amount_cents: number };

/** A heading for each kind that there is, unless all lines are of one. The API sorts lines by kind. */
function rowsOf(lines: readonly InvoiceLine[]): readonly Row[] {
  const kinds = [...new Set(lines.map(({ kind }) => kind))];
  if (kinds.length === 1) return lines;
  return kinds.flatMap((kind) => {
    const ofKind = lines.filter((line) => line.kind === kind);
    return [
      { heading: KINDS[kind], amount_cents: ofKind.reduce((sum, { amount_cents }) => sum + amount_cents, 0) },
      ...ofKind,
    ];
  });
}

const priceOf = (line: InvoiceLine, currency: string): string =>
  line.is_average ? format.average(line.amount_cents, line.quantity, currency) : line.unit_price_display;

function Lines({ invoice }: { invoice: Invoice }) {
  const { lines, currency, subtotal_cents, tax_cents, total_cents, amount_paid_cents } = invoice;
  const money = (cents: number): string => format.money(cents, currency);
  if (lines.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing was charged in this month.
      </Text>
    );
  }
  const columns: readonly Column<Row>[] = [
    {
      title: 'Description',
      cell: (row) => ('heading' in row ? <b>{row.heading}</b> : <TextWithPhones text={row.description} />),
    },
    {
      title: 'Quantity',
      is: 'count',
      cell: (row) => ('heading' in row ? null : format.count(row.quantity)),
    },
    { title: 'Unit', cell: (row) => ('heading' in row ? null : `${row.unit}${row.quantity === 1 ? '' : 's'}`) },
    { title: 'Unit price', is: 'money', cell: (row) => ('heading' in row ? null : priceOf(row, currency)) },
    {
      title: 'Amount',
      is: 'money',
      cell: (row) => ('heading' in row ? <b>{money(row.amount_cents)}</b> : money(row.amount_cents)),
    },
  ];
  const sums = [
    ['Subtotal', subtotal_cents],
    ['Tax', tax_cents],
    ['Total', total_cents],
    ['Charged to the balance', -amount_paid_cents],
    ['Amount due', total_cents - amount_paid_cents],
  ] as const;
  return (
    <ShortTable label="Lines" columns={columns} rows={rowsOf(lines)} rowKey={(_line, index) => index}>
      {sums.map(([name, cents]) => (
        <Table.Tr key={name}>
          <Table.Td colSpan={4} ta="end">
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
