import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Transaction } from '@trunkline/client';
import type { ReactNode } from 'react';
import { format, words } from '../../format';
import { useTextWithPhones } from '../../format/phone';
import { trunkline } from '../../session/client';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { ReceiptPdf } from './invoice-parts';

const route = getRouteApi('/signed-in/billing/transactions/$id');

export function TransactionPage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['billing', 'transactions', id],
    queryFn: ({ signal }) => trunkline.billing.transactions.get(id, { signal }),
  });
  const title = useTextWithPhones(query.data?.description ?? 'Transaction');
  return (
    <Page title={title} narrow>
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
    ...(processor_payment_intent_id === null
      ? []
      : [['Payment', <Id key="payment" value={processor_payment_intent_id} />] as const]),
    ['ID', <Id key="id" value={row.id} />],
  ] as const;
}

const LINKS: Readonly<Record<string, (id: string) => ReactNode>> = {
  cdr: (id) => (
    <TextLink to="/calls/$id" params={{ id }}>
      The call
    </TextLink>
  ),
  checkout: (id) => (
    <TextLink to="/checkouts/$id" params={{ id }}>
      The checkout
    </TextLink>
  ),
  topup: (id) => <ReceiptPdf topupId={id} />,
  number_order: () => <TextLink to="/numbers/orders">A number order</TextLink>,
  transaction: (id) => (
    <TextLink to="/billing/transactions/$id" params={{ id }}>
      Another transaction
    </TextLink>
  ),
};

/** What a transaction is about, with a link if the dashboard shows it. */
function Related({ kind, id }: { kind: string | null; id: string | null }) {
  if (kind === null) return 'Nothing';
  if (id === null) return words(kind);
  return (
    LINKS[kind]?.(id) ?? (
      <>
        {words(kind)} <Id value={id} />
      </>
    )
  );
}
