import { Button, Text } from '@mantine/core';
import type { CatalogResult } from '@trunkline/client';
import { queries, trunkline } from '../../session/client';
import { useChange } from '../../ui/forms/use-change';
import { problemText } from '../../ui/feedback/problem-texts';
import { useCart } from './use-cart';

/** Adds a search result to the cart. */
export function AddToCart({ result }: { result: CatalogResult }) {
  const { data: cart } = useCart();
  const add = useChange(
    (select_token: string, idempotencyKey) => trunkline.cart.items.create({ select_token }, { idempotencyKey }),
    (changed) => queries.setQueryData(['cart'], changed),
  );
  const isInCart = !result.from_catalog && cart?.items.some(({ e164 }) => e164 === result.e164);
  if (isInCart) {
    return (
      <Text span fz="sm" c="dimmed">
        In the cart
      </Text>
    );
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Add ${result.e164} to the cart`}
        loading={add.isPending}
        onClick={() => add.mutate(result.select_token)}
      >
        Add
      </Button>
      {add.error && (
        <Text fz="xs" role="alert">
          {problemText(add.error)}
        </Text>
      )}
    </>
  );
}
