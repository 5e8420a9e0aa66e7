import { Group, Skeleton, Text } from '@mantine/core';
import { Table } from '../../ui/tables/table';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { CheckoutItemOutcome, CheckoutOutcome, CheckoutStatus } from '@trunkline/client';
import { format, words } from '../../format';
import { Phone } from '../../format/phone';
import { trunkline } from '../../session/client';
import { ButtonLink, TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { StatusMark } from '../../ui/status-mark';

const route = getRouteApi('/signed-in/checkouts/$id');

const HEADINGS: Readonly<Record<CheckoutStatus, string>> = {
  all_provisioned: 'Your numbers are ready',
  partial: 'Some numbers could not be bought',
  all_failed: 'No number could be bought',
  balance_too_low: 'The balance is too low',
};
const COLORS = { provisioned: 'teal', pending_documents: 'yellow', failed: 'red' } as const;

export function CheckoutPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['checkouts', id],
    queryFn: ({ signal }) => trunkline.checkouts.get(id, { signal }),
  });
  return (
    <Page title={data ? HEADINGS[data.status] : 'Checkout'}>
      <Problem title="The checkout could not be loaded" error={error} retry={refetch} />
      {data ? <Outcome outcome={data} /> : !error && <Skeleton h={200} aria-label="Loading" />}
    </Page>
  );
}

function Outcome({ outcome }: { outcome: CheckoutOutcome }) {
  const { items, status, charged_cents, totals } = outcome;
  return (
    <>
      <Text size="sm">Charged: {format.money(charged_cents, totals.currency)}</Text>
      <Table aria-label="Bought numbers" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Number</Table.Th>
            <Table.Th>Result</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Item key={item.cart_item_id} item={item} />
          ))}
        </Table.Tbody>
      </Table>
      <Group>
        {status === 'all_provisioned' ? (
          <ButtonLink to="/numbers">To your numbers</ButtonLink>
        ) : (
          <ButtonLink to="/cart">Back to the cart</ButtonLink>
        )}
        {status === 'balance_too_low' && (
          <ButtonLink to="/billing" variant="default">
            Add funds
          </ButtonLink>
        )}
      </Group>
    </>
  );
}

function Item({ item }: { item: CheckoutItemOutcome }) {
  const { number, snapshot, status, error_message } = item;
  return (
    <Table.Tr>
      <Table.Td>
        {number ? (
          <TextLink to="/numbers/$e164" params={{ e164: number.e164 }} fz="sm" fw={550}>
            <Phone value={number.e164} />
          </TextLink>
        ) : (
          <Phone value={snapshot.e164} />
        )}
      </Table.Td>
      <Table.Td>
        <StatusMark color={COLORS[status]} text={words(status)} />
        {error_message !== null && (
          <Text fz="xs" c="dimmed">
            {error_message}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
