import { Button, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Cart, CartCheckoutRequest, CartItem, CartTotals } from '@trunkline/client';
import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { format } from '../../format';
import { Phone } from '../../format/phone';
import { queries, trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ActionButton } from '../../ui/action-button';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Choice } from '../../ui/forms/choice';
import { useChange } from '../../ui/forms/use-change';
import { ButtonLink, TextLink } from '../../ui/links';
import { Loaded } from '../../ui/feedback/loaded';
import { Note } from '../../ui/feedback/note';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { Problem } from '../../ui/feedback/problem';
import { Table } from '../../ui/tables/table';
import { NoRoutes } from '../numbers/no-routes';
import { NOWHERE, routeTo, useRoutes } from '../numbers/routes';
import { CartDocuments, useFittingBundles } from './cart-documents';
import { useCart } from './use-cart';

export function CartPage() {
  return (
    <Page title="Cart">
      <Loaded query={useCart()} title="The cart could not be loaded" height={200}>
        {(cart) =>
          cart.items.length > 0 ? (
            <Contents cart={cart} />
          ) : (
            <EmptyState icon={ShoppingCart} text="The cart is empty.">
              <ButtonLink to="/numbers/buy">Get numbers</ButtonLink>
              <DocsLink page="numbers">About numbers</DocsLink>
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  );
}

function Contents({ cart }: { cart: Cart }) {
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Table aria-label="Cart" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Number</Table.Th>
              <Table.Th visibleFrom="sm">Area</Table.Th>
              <Table.Th ta="end">Per month</Table.Th>
              <Table.Th ta="end" visibleFrom="sm">
                Setup
              </Table.Th>
              <Table.Th>Remove</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cart.items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </Table.Tbody>
        </Table>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Panel tinted>
          <Checkout cart={cart} />
        </Panel>
      </Grid.Col>
    </Grid>
  );
}

function Item({ item }: { item: CartItem }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Phone value={item.e164} fw={550} />
        {item.requires_activation && (
          <Text fz="xs" c="dimmed">
            Needs documents
          </Text>
        )}
        {!item.reserved && !item.from_catalog && (
          <Text fz="xs" c="dimmed">
            Checked again at checkout
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">{[item.region, item.country].filter(Boolean).join(', ')}</Table.Td>
      <Table.Td ta="end" className="figures">
        {format.money(item.monthly_price_cents, item.currency)}
      </Table.Td>
      <Table.Td ta="end" className="figures" visibleFrom="sm">
        {format.money(item.setup_price_cents, item.currency)}
      </Table.Td>
      <Table.Td>
        <ActionButton
          size="compact-sm"
          label="Remove"
          aria-label={`Remove ${item.e164}`}
          action={async () => queries.setQueryData(['cart'], await trunkline.cart.items.delete(item.id))}
        />
      </Table.Td>
    </Table.Tr>
  );
}

function Checkout({ cart }: { cart: Cart }) {
  const { total_due_cents } = cart.totals;
  const [target, setTarget] = useState<string | undefined>();
  const fitting = useFittingBundles(cart);
  const [choice, setChoice] = useState<{ readonly bundleId: string | undefined } | null>(null);
  // An approved bundle is chosen until the user decides otherwise.
  const approvedId = fitting.forAll.find(({ status }) => status === 'approved')?.id;
  const bundleId = choice ? choice.bundleId : approvedId;
  const { options, isEmpty } = useRoutes();
  const navigate = useNavigate();
  const buy = useChange(
    (body: CartCheckoutRequest, idempotencyKey) => trunkline.cart.checkout(body, { idempotencyKey }),
    async ({ checkout_id }) => {
      await refresh('cart', 'numbers', 'bundles', 'summary', 'billing', 'account');
      await navigate({ to: '/checkouts/$id', params: { id: checkout_id } });
    },
  );
  return (
    <Stack>
      <Title order={2}>Total</Title>
      <Totals totals={cart.totals} />
      <Funds needed={total_due_cents} />
      <CartDocuments cart={cart} fitting={fitting} bundleId={bundleId} onChoose={(id) => setChoice({ bundleId: id })} />
      {isEmpty ? (
        <NoRoutes />
      ) : (
        <Choice
          label="Route the numbers to"
          none="Nowhere yet"
          data={options.filter(({ items }) => items.every(({ value }) => value !== NOWHERE))}
          value={target}
          onChoose={setTarget}
        />
      )}
      <Problem error={buy.error} />
      <Button
        loading={buy.isPending}
        onClick={() => {
          buy.mutate({
            max_total_cents: total_due_cents,
            ...(target && chosenRoute(target)),
            ...(bundleId && { compliance_bundle_id: bundleId }),
          });
        }}
      >
        Buy for {format.money(total_due_cents, cart.totals.currency)}
      </Button>
      <Text size="xs" c="dimmed">
        Prices are checked again. If the total has risen, nothing is bought.
      </Text>
    </Stack>
  );
}

/** Checkout takes one route, and no nulls. */
function chosenRoute(target: string): CartCheckoutRequest {
  const { trunk_id, routing_profile_id } = routeTo(target);
  return { ...(trunk_id && { trunk_id }), ...(routing_profile_id && { routing_profile_id }) };
}

function Funds({ needed }: { needed: number }) {
  const { data: balance } = useQuery({
    queryKey: ['billing', 'balance'],
    queryFn: ({ signal }) => trunkline.billing.balance.get({ signal }),
  });
  // The line has its place before it is known: below it is the button that buys, which must not move under a click.
  if (!balance) {
    return (
      <Text size="sm" c="dimmed">
        Available: …
      </Text>
    );
  }
  const missing = needed - balance.available_cents;
  if (missing <= 0) {
    return (
      <Text size="sm" c="dimmed">
        Available: {format.money(balance.available_cents, balance.currency)}
      </Text>
    );
  }
  return (
    <Note state="warn">
      <Text size="sm">
        {format.money(missing, balance.currency)} more is needed.{' '}
        <TextLink to="/billing" fz="md">
          Add funds
        </TextLink>
      </Text>
    </Note>
  );
}

function Totals({ totals }: { totals: CartTotals }) {
  const { monthly_cents, setup_cents, total_due_cents, currency } = totals;
  const rows = [
    ['First month', monthly_cents],
    ['Setup', setup_cents],
    ['Due today', total_due_cents],
  ] as const;
  return (
    <div>
      {rows.map(([name, cents]) => (
        <Group key={name} justify="space-between">
          <Text size="sm">{name}</Text>
          <Text size="sm" className="figures" fw={name === 'Due today' ? 600 : 400}>
            {format.money(cents, currency)}
          </Text>
        </Group>
      ))}
    </div>
  );
}
