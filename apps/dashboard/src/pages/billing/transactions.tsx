import type { Transaction } from '@trunkline/client';
import { TRANSACTION_KINDS } from '@trunkline/client/lists';
import { ReceiptText } from 'lucide-react';
import { format, words } from '../../format';
import { worded } from '../../format/lists';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import * as filters from '../../ui/tables/filters';
import { List } from '../../ui/tables/list';
import { useFilters } from '../../ui/tables/use-filters';
import { When } from '../../ui/when';
import { ExportButton } from '../exports/export-button';

const FILTERS = {
  kind: filters.oneOf(filters.choice('Kind', worded(TRANSACTION_KINDS), { none: 'All', w: 200 })),
};

const COLUMNS: readonly Column<Transaction, 'created_at'>[] = [
  { title: 'Time', sorts: 'created_at', cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'Kind', cell: ({ kind }) => words(kind) },
  {
    title: 'Description',
    cell: ({ id, description }) => (
      <TextLink to="/billing/transactions/$id" params={{ id }} className="opens">
        {description}
      </TextLink>
    ),
  },
  { title: 'Balance after', end: true, cell: (row) => format.money(row.balance_after_cents, row.currency) },
  { title: 'Amount', end: true, cell: (row) => format.money(row.amount_cents, row.currency) },
];

export function Transactions() {
  const { query, faults } = useFilters(FILTERS);
  return (
    <Page title="Transactions" actions={<ExportButton kind="transactions" filters={query} faults={faults} />}>
      <List
        label="Transactions"
        queryKey={['billing', 'transactions']}
        filters={FILTERS}
        sort="created_at"
        // Transactions have one order, of which only the direction can be chosen.
        load={({ kind, order, cursor }, options) =>
          trunkline.billing.transactions.list({ kind, order, cursor }, options)
        }
        columns={COLUMNS}
        none="There are no transactions of this kind."
        empty={
          <EmptyState icon={ReceiptText} text="Every movement of your balance is listed here.">
            <DocsLink page="billing">About billing</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}
