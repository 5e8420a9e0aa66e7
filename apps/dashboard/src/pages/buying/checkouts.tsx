import { getRouteApi } from '@tanstack/react-router';
import type { CheckoutOutcome, CheckoutsListQuery } from '@trunkline/client';
import { ShoppingCart } from 'lucide-react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { EmptyState } from '../../ui/empty-state';
import { StatusFilter } from '../../ui/forms/status-filter';
import { ButtonLink, TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { StatusMark } from '../../ui/status-mark';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { CHECKOUT_STATUSES } from './checkout-status';

const route = getRouteApi('/signed-in/checkouts');

const boughtOf = ({ items }: CheckoutOutcome): number => items.filter(({ status }) => status !== 'failed').length;

const COLUMNS: readonly Column<CheckoutOutcome>[] = [
  {
    key: 'created',
    title: 'Time',
    cell: ({ checkout_id, created_at }) => (
      <TextLink to="/checkouts/$id" params={{ id: checkout_id }} fz="sm" fw={550}>
        {format.time(created_at)}
      </TextLink>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    cell: ({ status }) => <StatusMark color={CHECKOUT_STATUSES[status].color} text={CHECKOUT_STATUSES[status].text} />,
  },
  {
    key: 'numbers',
    title: 'Bought',
    cell: (row) => `${boughtOf(row)} of ${row.totals.item_count}`,
  },
  { key: 'charged', title: 'Charged', end: true, cell: (row) => format.money(row.charged_cents, row.totals.currency) },
];

export function Checkouts() {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  // The API checks values that come from the address.
  const query = { ...(status && { status: [status] }) } as CheckoutsListQuery;
  return (
    <Page title="Checkouts">
      <StatusFilter
        statuses={CHECKOUT_STATUSES}
        value={status}
        onChoose={(value) => void navigate({ search: { status: value }, replace: true })}
      />
      <DataTable
        label="Checkouts"
        columns={COLUMNS}
        queryKey={['checkouts', query]}
        load={(cursor, signal) => trunkline.checkouts.list({ ...query, ...(cursor && { cursor }) }, { signal })}
        rowKey={({ checkout_id }) => checkout_id}
        empty={
          status === undefined ? (
            <EmptyState icon={ShoppingCart} text="Each purchase of your cart is listed here, also those that failed.">
              <ButtonLink to="/numbers/buy">Get a number</ButtonLink>
            </EmptyState>
          ) : (
            <EmptyState text="No checkout has this status.">
              <TextLink to="/checkouts">Clear the filter</TextLink>
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
