import type { PhoneNumber, Transaction } from '@trunkline/client';
import { format, words } from '../../../format';
import { trunkline } from '../../../session/client';
import { EmptyState } from '../../../ui/feedback/empty-state';
import type { Column } from '../../../ui/tables/data-table';
import { List } from '../../../ui/tables/list';
import { When } from '../../../ui/when';

const COLUMNS: readonly Column<Transaction>[] = [
  { title: 'Time', cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'Kind', cell: ({ kind }) => words(kind) },
  { title: 'Description', long: true, cell: ({ description }) => description },
  { title: 'Amount', is: 'money', cell: (row) => format.money(row.amount_cents, row.currency) },
];

/** The monthly charges of a number. Setup and first month belong to the order that bought it. */
export function NumberCharges({ number: { id, e164 } }: { number: PhoneNumber }) {
  return (
    <List
      label={`Charges of ${e164}`}
      columns={COLUMNS}
      queryKey={['billing', 'transactions', 'of-number', id]}
      load={(query, options) =>
        trunkline.billing.transactions.list({ ...query, related_kind: 'number', related_id: id, limit: 10 }, options)
      }
      empty={<EmptyState text="There is no monthly charge yet. Setup and the first month are part of the order." />}
    />
  );
}
