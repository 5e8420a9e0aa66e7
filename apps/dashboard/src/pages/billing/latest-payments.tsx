import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '@trunkline/client';
import { TRANSACTION_KINDS } from '@trunkline/client/lists';
import { trunkline } from '../../session/client';
import { Loaded } from '../../ui/feedback/loaded';
import { Panel } from '../../ui/layout/panel';
import { TextLink } from '../../ui/links';
import { ShortTable } from '../../ui/tables/short-table';
import { TRANSACTION_COLUMNS } from './transaction-columns';

const SHOWN = 5;
/** Everything but charges, which are listed by the usage and would be all of the last. */
const PAYMENTS = TRANSACTION_KINDS.filter((kind) => kind !== 'charge');
/** Of the table with its heading, so that nothing moves when it is loaded. */
const HEIGHT = 220;

/** The last payments and credits, with the receipts of top-ups. */
export function LatestPayments() {
  const query = useQuery({
    queryKey: ['billing', 'transactions', 'payments'],
    queryFn: async ({ signal }) => trunkline.billing.transactions.list({ kind: PAYMENTS, limit: SHOWN }, { signal }),
  });
  return (
    <Panel title="Latest payments" aside={<TextLink to="/billing/transactions">All transactions</TextLink>}>
      <Loaded query={query} title="The payments could not be loaded" height={HEIGHT}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing was paid yet.
            </Text>
          ) : (
            <ShortTable<Transaction> label="Latest payments" columns={TRANSACTION_COLUMNS} rows={items} />
          )
        }
      </Loaded>
    </Panel>
  );
}
