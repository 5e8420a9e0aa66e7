import { TRANSACTION_KINDS } from '@trunkline/client/lists';
import { ReceiptText } from 'lucide-react';
import { worded } from '../../format/lists';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Page } from '../../ui/layout/page';
import { listOf } from '../../ui/one-row/by-id';
import { type Chip, FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import * as more from '../../ui/tables/more-filters';
import { useFilters } from '../../ui/tables/use-filters';
import { ExportButton } from '../exports/export-button';
import { TRANSACTION_COLUMNS } from './transaction-columns';

const FILTERS = {
  kind: filters.oneOf(filters.choice('Kind', worded(TRANSACTION_KINDS), { none: 'All' })),
  from: more.moment('from'),
  to: more.moment('to'),
};

/** Of one top-up. */
const RELATED_MAX = 100;

const CHIPS: readonly Chip[] = [{ label: 'Time', names: ['from', 'to'] }];

export function Transactions() {
  const { query, faults } = useFilters(FILTERS);
  return (
    <Page title="Transactions" actions={<ExportButton kind="transactions" filters={query} faults={faults} />}>
      <FilteredList
        label="Transactions"
        queryKey={['billing', 'transactions']}
        filters={FILTERS}
        chips={CHIPS}
        sort="created_at"
        // Transactions have one order, of which only the direction can be chosen.
        load={({ kind, from, to, order, cursor }, options) =>
          trunkline.billing.transactions.list({ kind, from, to, order, cursor }, options)
        }
        // A top-up has no list of its own: the transactions that it led to stand for it.
        one={async (id, options) =>
          listOf((await trunkline.billing.transactions.list({ related_id: id, limit: RELATED_MAX }, options)).items)
        }
        columns={TRANSACTION_COLUMNS}
        none="No transaction matches the filters."
        empty={
          <EmptyState icon={ReceiptText} text="Every movement of your balance is listed here.">
            <DocsLink page="billing">About billing</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}
