import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { BillingTransactionsListQuery, Transaction } from '@trunkline/client';
import { ReceiptText } from 'lucide-react';
import { format, words } from '../../format';
import { trunkline } from '../../session/client';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { Choice } from '../../ui/forms/choice';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { When } from '../../ui/when';

const route = getRouteApi('/signed-in/billing/transactions');
const KINDS = ['topup', 'charge', 'refund', 'trial_credit', 'adjustment', 'chargeback'].map((value) => ({
  value,
  label: words(value),
}));

const COLUMNS: readonly Column<Transaction>[] = [
  { key: 'created_at', title: 'Time', sorts: true, cell: ({ created_at }) => <When at={created_at} /> },
  { key: 'kind', title: 'Kind', cell: ({ kind }) => words(kind) },
  {
    key: 'description',
    title: 'Description',
    cell: ({ id, description }) => (
      <TextLink to="/billing/transactions/$id" params={{ id }} fz="sm">
        {description}
      </TextLink>
    ),
  },
  {
    key: 'balance',
    title: 'Balance after',
    end: true,
    cell: (row) => format.money(row.balance_after_cents, row.currency),
  },
  { key: 'amount', title: 'Amount', end: true, cell: (row) => format.money(row.amount_cents, row.currency) },
];

export function Transactions() {
  const { kind, order } = route.useSearch();
  const navigate = route.useNavigate();
  const direction = order === 'asc' ? 'asc' : 'desc';
  // The API checks values that come from the address.
  const query = { order: direction, ...(kind && { kind: [kind] }) } as BillingTransactionsListQuery;
  return (
    <Page title="Transactions">
      <Group>
        <Choice
          label="Kind"
          none="All"
          w={200}
          data={KINDS}
          value={kind}
          onChoose={(value) => void navigate({ search: (before) => ({ ...before, kind: value }), replace: true })}
        />
      </Group>
      <DataTable
        label="Transactions"
        columns={COLUMNS}
        queryKey={['billing', 'transactions', query]}
        load={(cursor, signal) =>
          trunkline.billing.transactions.list({ ...query, ...(cursor && { cursor }) }, { signal })
        }
        rowKey={({ id }) => id}
        sorting={{
          sort: 'created_at',
          order: direction,
          onSort: (next) => void navigate({ search: (before) => ({ ...before, order: next.order }), replace: true }),
        }}
        empty={
          kind === undefined ? (
            <EmptyState icon={ReceiptText} text="Every movement of your balance is listed here.">
              <DocsLink page="billing">About billing</DocsLink>
            </EmptyState>
          ) : (
            <EmptyState text="There are no transactions of this kind.">
              <TextLink to="/billing/transactions">Clear the filter</TextLink>
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
