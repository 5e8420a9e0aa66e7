import { Group, Text } from '@mantine/core';
import type { CartTotals } from '@trunkline/client';
import { format } from '../../format';
import { ButtonLink } from '../../ui/links';
import { useCart } from './use-cart';

export function Totals({ totals }: { totals: CartTotals }) {
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

/** The cart in short, beside the search. */
export function CartSummary() {
  const { data: cart } = useCart();
  if (!cart || cart.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The cart is empty.
      </Text>
    );
  }
  const { item_count } = cart.totals;
  return (
    <>
      <Text size="sm" role="status">
        {item_count === 1 ? '1 number' : `${format.count(item_count)} numbers`}
      </Text>
      <Totals totals={cart.totals} />
      <ButtonLink to="/cart">Review and buy</ButtonLink>
    </>
  );
}
