import { Group, Text } from '@mantine/core';
import { Loaded } from '../../ui/feedback/loaded';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { CheckoutItemOutcome, CheckoutOutcome } from '@trunkline/client';
import { format, words } from '../../format';
import { Phone } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { orderFaultText } from '../../ui/feedback/outcome-texts';
import { ButtonLink, TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { useRoutes } from '../numbers/routes';
import { CHECKOUT_STATUSES } from './checkout-status';

const route = getRouteApi('/signed-in/checkouts/$id');

const STATES = { provisioned: 'ok', pending_documents: 'wait', failed: 'bad' } as const;

export function CheckoutPage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['checkouts', id],
    queryFn: ({ signal }) => trunkline.checkouts.get(id, { signal }),
  });
  return (
    <Page title={query.data ? headingOf(query.data) : 'Checkout'}>
      <Loaded query={query} title="The checkout could not be loaded" height={200}>
        {(outcome) => <Outcome outcome={outcome} />}
      </Loaded>
    </Page>
  );
}

/** A number that was bought without an approved bundle works only after it gets one. */
function headingOf({ status, items }: CheckoutOutcome): string {
  const isWaiting = status === 'all_provisioned' && items.some((item) => item.status === 'pending_documents');
  return isWaiting ? 'Your numbers are bought' : CHECKOUT_STATUSES[status].heading;
}

function Outcome({ outcome }: { outcome: CheckoutOutcome }) {
  const { checkout_id, items, status, charged_cents, totals, created_at } = outcome;
  const { currency } = totals;
  return (
    <>
      <Facts
        items={[
          ['Time', format.time(created_at)],
          ['Charged', format.money(charged_cents, currency)],
          ['Total of all items', format.money(totals.total_due_cents, currency)],
          ['ID', <Id key="id" value={checkout_id} />],
        ]}
      />
      <ShortTable label="Bought numbers" columns={COLUMNS} rows={items} rowKey={({ cart_item_id }) => cart_item_id} />
      <Group>
        {status === 'all_provisioned' ? <Onward /> : <ButtonLink to="/cart">Back to the cart</ButtonLink>}
        {status === 'balance_too_low' && (
          <ButtonLink to="/billing" variant="default">
            Add funds
          </ButtonLink>
        )}
        <TextLink to="/checkouts">All checkouts</TextLink>
      </Group>
    </>
  );
}

/** Leads to the next of the first steps while the numbers have nothing to route to. */
function Onward() {
  const { isEmpty } = useRoutes();
  const hasNext = useMay()('sip_trunks:write') && isEmpty;
  return (
    <>
      {hasNext && <ButtonLink to="/trunks">Connect your PBX</ButtonLink>}
      <ButtonLink to="/numbers" variant={hasNext ? 'default' : 'filled'}>
        View your numbers
      </ButtonLink>
    </>
  );
}

const COLUMNS: readonly Column<CheckoutItemOutcome>[] = [
  {
    title: 'Number',
    cell: ({ number, snapshot }) =>
      number ? (
        <TextLink to="/numbers/$e164" params={{ e164: number.e164 }} className="opens">
          <Phone value={number.e164} />
        </TextLink>
      ) : (
        <Phone value={snapshot.e164} />
      ),
  },
  { title: 'Result', is: 'state', cell: (item) => <Result item={item} /> },
  {
    title: 'Price',
    is: 'money',
    cell: ({ snapshot: { setup_price_cents, monthly_price_cents, currency } }) =>
      format.money(setup_price_cents + monthly_price_cents, currency),
  },
];

function Result({ item: { number, status, error_code } }: { item: CheckoutItemOutcome }) {
  return (
    <>
      <StatusMark
        state={STATES[status]}
        text={status === 'pending_documents' ? 'Waiting for documents' : words(status)}
      />
      {number && status === 'pending_documents' && (
        <TextLink to="/numbers/$e164" params={{ e164: number.e164 }} fz="xs">
          {number.compliance_bundle_id === null ? 'Attach a bundle' : 'See what is missing'}
        </TextLink>
      )}
      {error_code !== null && (
        <Text fz="xs" c="dimmed">
          {orderFaultText(error_code)}
        </Text>
      )}
    </>
  );
}
