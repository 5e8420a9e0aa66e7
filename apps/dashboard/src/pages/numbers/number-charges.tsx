import { Card, Text, Title } from '@mantine/core';
import type { PhoneNumber, Transaction } from '@trunkline/client';
import { format, words } from '../../format';
import { trunkline } from '../../session/client';
import { EmptyState } from '../../ui/empty-state';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { When } from '../../ui/when';

const COLUMNS: readonly Column<Transaction>[] = [
  { key: 'created_at', title: 'Time', cell: ({ created_at }) => <When at={created_at} /> },
  { key: 'kind', title: 'Kind', cell: ({ kind }) => words(kind) },
  { key: 'description', title: 'Description', cell: ({ description }) => description },
  { key: 'amount', title: 'Amount', end: true, cell: (row) => format.money(row.amount_cents, row.currency) },
];

/** The monthly charges of a number. Setup and first month belong to the order that bought it. */
export function NumberCharges({ number: { id, e164 } }: { number: PhoneNumber }) {
  const query = { related_kind: 'number', related_id: id, limit: 10 } as const;
  return (
    <Card withBorder>
      <Title order={2} mb={4}>
        Monthly charges
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Setup and the first month are part of the order.
      </Text>
      <DataTable<Transaction>
        label={`Charges of ${e164}`}
        columns={COLUMNS}
        queryKey={['billing', 'transactions', query]}
        load={(cursor, signal) =>
          trunkline.billing.transactions.list({ ...query, ...(cursor && { cursor }) }, { signal })
        }
        rowKey={(row) => row.id}
        empty={<EmptyState text="There is no monthly charge yet." />}
      />
    </Card>
  );
}
