import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Transaction } from '@trunkline/client';
import { format, words } from '../../format';
import { trunkline } from '../../session/client';
import { Loaded } from '../../ui/loaded';
import { Facts } from '../../ui/facts';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { Related } from './related';

const route = getRouteApi('/signed-in/billing/transactions/$id');

export function TransactionPage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['billing', 'transactions', id],
    queryFn: ({ signal }) => trunkline.billing.transactions.get(id, { signal }),
  });
  return (
    <Page title={query.data?.description ?? 'Transaction'} narrow>
      <Loaded query={query} title="The transaction could not be loaded" height={200}>
        {(transaction) => (
          <Panel>
            <Facts items={factsOf(transaction)} />
          </Panel>
        )}
      </Loaded>
    </Page>
  );
}

function factsOf(row: Transaction) {
  const { currency, related_kind, related_id, processor_payment_intent_id } = row;
  return [
    ['Amount', format.money(row.amount_cents, currency)],
    ['Balance after', format.money(row.balance_after_cents, currency)],
    ['Kind', words(row.kind)],
    ['Time', format.time(row.created_at)],
    ['Related to', <Related key="about" kind={related_kind} id={related_id} />],
    ...(processor_payment_intent_id === null ? [] : [['Payment', processor_payment_intent_id] as const]),
    ['ID', row.id],
  ] as const;
}
