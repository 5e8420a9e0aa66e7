import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Hold } from '@trunkline/client';
import { format } from '../../../format';
import { Moment } from '../../../format/moment';
import { trunkline } from '../../../session/client';
import { Loaded } from '../../../ui/feedback/loaded';
import { TextLink } from '../../../ui/links';
import type { Column } from '../../../ui/tables/data-table';
import { ShortTable } from '../../../ui/tables/short-table';

const SHOWN_MAX = 100;

/** What can hold money beside orders, with its list, and its own page where it has one. */
const HOLDERS = {
  call: { name: 'Call', list: '/calls/live', page: '/calls/live/$id' },
  checkout: { name: 'Checkout', list: '/checkouts', page: '/checkouts/$id' },
  port: { name: 'Port', list: '/numbers/ports', page: '/numbers/ports/$id' },
  sms: { name: 'Message', list: '/messages/log', page: null },
} as const satisfies Readonly<Record<Exclude<Hold['kind'], 'order'>, object>>;

function Holder({ hold: { kind, related_id: id } }: { hold: Hold }) {
  if (kind === 'order')
    return (
      <TextLink to="/numbers/orders" search={{ status: 'pending' }}>
        Order of a number
      </TextLink>
    );
  const { name, list, page } = HOLDERS[kind];
  if (page === null || id === null) return <TextLink to={list}>{name}</TextLink>;
  return (
    <TextLink to={page} params={{ id }}>
      {name}
    </TextLink>
  );
}

const COLUMNS: readonly Column<Hold>[] = [
  { title: 'Held by', cell: (hold) => <Holder hold={hold} /> },
  { title: 'Since', cell: ({ since }) => <Moment at={since} /> },
  {
    title: 'Released by',
    cell: ({ until }) => (until === null ? 'When it is settled' : <Moment at={until} />),
  },
  { title: 'Amount', is: 'money', cell: ({ amount_cents }) => format.money(amount_cents) },
];

/** The holds of the balance, the newest first. */
export function Holds() {
  const query = useQuery({
    queryKey: ['billing', 'holds'],
    queryFn: async ({ signal }) => trunkline.billing.holds.list({ limit: SHOWN_MAX }, { signal }),
    staleTime: 0,
  });
  return (
    <Loaded query={query} title="The holds could not be loaded" height={160}>
      {({ items, next_cursor }) =>
        items.length === 0 ? (
          <Text size="sm">Nothing is held any more.</Text>
        ) : (
          <>
            <ShortTable label="Holds" columns={COLUMNS} rows={items} />
            {next_cursor !== null && (
              <Text size="sm" c="dimmed">
                Older holds are not shown.
              </Text>
            )}
          </>
        )
      }
    </Loaded>
  );
}
