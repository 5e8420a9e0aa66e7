import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { NumberOrder, NumberOrdersListQuery, OrderStatus } from '@trunkline/client';
import { ReceiptText } from 'lucide-react';
import { format, words } from '../../format';
import { Phone } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { EmptyState } from '../../ui/empty-state';
import { StatusFilter } from '../../ui/forms/status-filter';
import { ButtonLink, TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { StatusMark } from '../../ui/status-mark';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { When } from '../../ui/when';

const route = getRouteApi('/signed-in/numbers/orders');

const STATUSES: Readonly<Record<OrderStatus, { readonly color: string; readonly text: string }>> = {
  pending: { color: 'yellow', text: 'In progress' },
  pending_documents: { color: 'yellow', text: 'Waiting for documents' },
  provisioned: { color: 'teal', text: 'Bought' },
  failed: { color: 'red', text: 'Failed' },
  cancelled: { color: 'gray', text: 'Cancelled' },
};

const COLUMNS: readonly Column<NumberOrder>[] = [
  { key: 'created', title: 'Ordered', cell: ({ created_at }) => <When at={created_at} /> },
  { key: 'number', title: 'Number', cell: (order) => <Ordered order={order} /> },
  {
    key: 'status',
    title: 'Status',
    cell: ({ status, error_message }) => (
      <>
        <StatusMark {...STATUSES[status]} />
        {error_message !== null && (
          <Text fz="xs" c="dimmed">
            {error_message}
          </Text>
        )}
      </>
    ),
  },
  { key: 'monthly', title: 'Per month', end: true, cell: (row) => format.money(row.monthly_price_cents, row.currency) },
  { key: 'setup', title: 'Setup', end: true, cell: (row) => format.money(row.setup_price_cents, row.currency) },
  { key: 'cancel', title: 'Cancel', cell: (order) => <Cancel order={order} /> },
];

function Ordered({ order }: { order: NumberOrder }) {
  const { assigned_e164, request_e164, country, number_type, area_code } = order;
  if (assigned_e164 !== null) {
    return (
      <TextLink to="/numbers/$e164" params={{ e164: assigned_e164 }} fz="sm" fw={550}>
        <Phone value={assigned_e164} />
      </TextLink>
    );
  }
  if (request_e164 !== null) return <Phone value={request_e164} />;
  return [words(number_type), format.country(country), area_code].filter(Boolean).join(', ');
}

/** An order whose number does not work yet can be cancelled, with a refund. */
function Cancel({ order: { id, status } }: { order: NumberOrder }) {
  const may = useMay();
  if (!may('numbers:write') || (status !== 'pending' && status !== 'pending_documents')) return null;
  return (
    <ConfirmButton
      compact
      label="Cancel the order"
      title="Cancel the order"
      text="What was charged for the order is refunded, and the number may be sold to another customer."
      action={async () => {
        await trunkline.numberOrders.cancel(id);
        await refresh('orders', 'numbers', 'billing', 'account');
      }}
    />
  );
}

export function Orders() {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  // The API checks values that come from the address.
  const query = { ...(status && { status: [status] }) } as NumberOrdersListQuery;
  return (
    <Page
      title="Orders of numbers"
      actions={
        <ButtonLink to="/checkouts" variant="default">
          Checkouts
        </ButtonLink>
      }
    >
      <StatusFilter
        statuses={STATUSES}
        value={status}
        onChoose={(value) => void navigate({ search: { status: value }, replace: true })}
      />
      <DataTable
        label="Orders"
        columns={COLUMNS}
        queryKey={['orders', query]}
        load={(cursor, signal) => trunkline.numberOrders.list({ ...query, ...(cursor && { cursor }) }, { signal })}
        rowKey={({ id }) => id}
        empty={
          status === undefined ? (
            <EmptyState icon={ReceiptText} text="The numbers that you order are listed here, also those that failed.">
              <ButtonLink to="/numbers/buy">Get a number</ButtonLink>
            </EmptyState>
          ) : (
            <EmptyState text="No order has this status.">
              <TextLink to="/numbers/orders">Clear the filter</TextLink>
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
