import { Text } from '@mantine/core';
import type { NumberOrder, OrderStatus } from '@trunkline/client';
import { ReceiptText } from 'lucide-react';
import { format, words } from '../../format';
import { textsOf } from '../../format/lists';
import { Phone } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { orderFaultText } from '../../ui/feedback/outcome-texts';
import { ButtonLink, TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { type State, StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { found } from '../../ui/one-row/by-id';
import { When } from '../../ui/when';

const STATUSES: Readonly<Record<OrderStatus, { readonly state: State; readonly text: string }>> = {
  pending: { state: 'wait', text: 'In progress' },
  pending_documents: { state: 'wait', text: 'Waiting for documents' },
  provisioned: { state: 'ok', text: 'Bought' },
  failed: { state: 'bad', text: 'Failed' },
  cancelled: { state: 'idle', text: 'Cancelled' },
};

const COLUMNS: readonly Column<NumberOrder>[] = [
  { title: 'Ordered', cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'Number', is: 'identity', cell: (order) => <Ordered order={order} /> },
  {
    title: 'Status',
    is: 'state',
    cell: ({ status, error_code }) => (
      <>
        <StatusMark {...STATUSES[status]} />
        {error_code !== null && (
          <Text fz="xs" c="dimmed">
            {orderFaultText(error_code)}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Per month', is: 'money', cell: (row) => format.money(row.monthly_price_cents, row.currency) },
  { title: 'Setup', is: 'money', optional: true, cell: (row) => format.money(row.setup_price_cents, row.currency) },
  { title: 'Cancel', is: 'actions', cell: (order) => <Cancel order={order} /> },
];

function Ordered({ order }: { order: NumberOrder }) {
  const { assigned_e164, request_e164, country, number_type, area_code } = order;
  if (assigned_e164 !== null) {
    return (
      <TextLink to="/numbers/$e164" params={{ e164: assigned_e164 }} className="opens">
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
      action={() => trunkline.numberOrders.cancel(id)}
      reloads={['orders', 'numbers', 'billing', 'account']}
    />
  );
}

const FILTERS = {
  status: filters.oneOf(filters.choice('Status', textsOf(STATUSES), { none: 'All' })),
};

export function Orders() {
  return (
    <Page
      title="Orders of numbers"
      actions={
        <ButtonLink to="/checkouts" variant="default">
          Checkouts
        </ButtonLink>
      }
    >
      <FilteredList
        label="Orders"
        queryKey={['orders']}
        filters={FILTERS}
        load={(query, options) => trunkline.numberOrders.list(query, options)}
        one={(id, options) => found(trunkline.numberOrders.get(id, options))}
        columns={COLUMNS}
        none="No order has this status."
        empty={
          <EmptyState icon={ReceiptText} text="The numbers that you order are listed here, also those that failed.">
            <ButtonLink to="/numbers/buy">Get numbers</ButtonLink>
            <DocsLink page="numbers">About numbers</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}
