import { Card, Group, Text } from '@mantine/core';
import { format } from '../../format';
import { ButtonLink } from '../../ui/links';
import classes from './cart-bar.module.css';
import { useCart } from './use-cart';

/** The cart in short, at the lower edge of the window while numbers are chosen. */
export function CartBar() {
  const { data: cart } = useCart();
  if (!cart || cart.items.length === 0) return null;
  const { item_count, total_due_cents, currency } = cart.totals;
  return (
    <Card withBorder component="aside" aria-label="Cart" shadow="sm" className={classes['bar']}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">
          {item_count === 1 ? '1 number' : `${format.count(item_count)} numbers`},{' '}
          <b className="figures whole">{format.money(total_due_cents, currency)}</b> due today
        </Text>
        <ButtonLink to="/cart" miw="max-content">
          Review and buy
        </ButtonLink>
      </Group>
    </Card>
  );
}
