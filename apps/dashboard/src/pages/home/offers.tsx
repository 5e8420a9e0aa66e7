import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CatalogResult } from '@trunkline/client';
import { format } from '../../format';
import { Flag } from '../../format/flag';
import { Phone } from '../../format/phone';
import { trunkline } from '../../session/client';
import { Loading } from '../../ui/feedback/loaded';
import { ButtonLink } from '../../ui/links';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { AddToCart } from '../buying/add-to-cart';
import { useCart } from '../buying/use-cart';
import classes from './first-steps.module.css';

/** Numbers that can be used at once. Their tokens are valid for 30 minutes. */
const OFFERED = { country: 'US', requires_activation: false, limit: 3 } as const;
const STALE_MS = 600_000;
/** Of lines in place of the numbers, on a desk. */
const LOADING_HEIGHT = 120;

const COLUMNS: readonly Column<CatalogResult>[] = [
  {
    title: 'Number',
    cell: ({ e164, country }) => (
      <>
        <Flag country={country} />
        <Phone value={e164} fw={550} />
      </>
    ),
  },
  { title: 'Area', cell: ({ city, region }) => city ?? region },
  { title: 'Setup', is: 'money', cell: (row) => format.money(row.setup_price_cents, row.currency) },
  { title: 'Per month', is: 'money', cell: (row) => format.money(row.monthly_price_cents, row.currency) },
  { title: 'Add', is: 'actions', cell: (row) => <AddToCart result={row} /> },
];

/** The ways to a first number: one of a few that need no documents, the search, and a number that the customer has. */
export function Offers() {
  const { data: offers, isPending } = useQuery({
    queryKey: ['catalog', 'first-steps'],
    queryFn: async ({ signal }) => trunkline.catalog.search(OFFERED, { signal }),
    staleTime: STALE_MS,
  });
  const { data: cart } = useCart();
  const isInCart = cart !== undefined && cart.items.length > 0;
  return (
    <>
      {isPending && (
        <div className={classes['offered']}>
          <Loading height={LOADING_HEIGHT} />
        </div>
      )}
      {offers && offers.items.length > 0 && (
        <ShortTable
          label="Numbers that need no documents"
          columns={COLUMNS}
          rows={offers.items}
          rowKey={({ select_token }) => select_token}
        />
      )}
      <Group gap="xs">
        {isInCart && <ButtonLink to="/cart">Review and buy</ButtonLink>}
        <ButtonLink to="/numbers/buy" variant={isInCart ? 'default' : 'filled'}>
          Search all countries
        </ButtonLink>
        <ButtonLink to="/numbers/ports/new" variant="subtle">
          Bring a number you own
        </ButtonLink>
      </Group>
    </>
  );
}
