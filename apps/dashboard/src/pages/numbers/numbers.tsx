import { Text } from '@mantine/core';
import type { NumbersListQuery, PhoneNumber } from '@trunkline/client';
import { Hash, Search } from 'lucide-react';
import { useState } from 'react';
import { format } from '../../format';
import { Phone } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ButtonLink, TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import * as filters from '../../ui/tables/filters';
import { List } from '../../ui/tables/list';
import { type QueryOf, useFilters } from '../../ui/tables/use-filters';
import { ExportButton } from '../exports/export-button';
import { NumberState, NUMBER_STATUS_TEXTS } from './number-status';
import { RouteMany } from './route-many';
import { useRoutes } from './routes';

const DIGITS_MIN = 3;

function searchedOf(typed: string): string | undefined {
  const digits = filters.digitsOf(typed);
  return digits.length >= DIGITS_MIN ? digits : undefined;
}

const FILTERS = {
  q: {
    ...filters.text('Digits', {
      placeholder: 'At least three',
      isSearch: true,
      w: filters.full(220),
      leftSection: <Search size={15} aria-hidden />,
      clean: (typed) => (searchedOf(typed) === undefined ? '' : typed),
    }),
    write: searchedOf,
  },
  status: filters.oneOf(filters.choice('Status', NUMBER_STATUS_TEXTS, { none: 'Any', w: filters.half(200) })),
  routing: filters.choice(
    'Attention',
    {
      unrouted: 'Routes nowhere',
      past_due: 'Past due',
      release_scheduled: 'Release scheduled',
      price_changing: 'Price changes',
    },
    { none: 'All numbers', w: filters.half(200) },
  ),
};

const NONE: ReadonlySet<string> = new Set();

export function Numbers() {
  const mayChange = useMay()('numbers:write');
  const [chosen, setChosen] = useState(NONE);
  const columns = useColumns();
  const { query, faults } = useFilters(FILTERS);
  return (
    <Page
      title="Numbers"
      actions={
        <>
          <ExportButton kind="numbers" filters={askedOf(query)} faults={faults} />
          {mayChange && <ButtonLink to="/numbers/buy">Get a number</ButtonLink>}
        </>
      }
    >
      <List
        label="Numbers"
        queryKey={['numbers']}
        filters={FILTERS}
        sort="assigned_at"
        load={(asked, options) => trunkline.numbers.list(askedOf(asked), options)}
        columns={columns}
        rowKey={({ e164 }) => e164}
        // What is not shown any more must not be routed.
        onChange={() => setChosen(NONE)}
        between={chosen.size > 0 && <RouteMany e164s={[...chosen]} onRouted={setChosen} />}
        selection={mayChange ? { chosen, onChoose: setChosen, nameOf: ({ e164 }) => e164 } : undefined}
        none="No number matches the filters."
        empty={
          <EmptyState icon={Hash} text="The numbers that you buy are listed here.">
            {mayChange && <ButtonLink to="/numbers/buy">Get a number</ButtonLink>}
            <DocsLink page="numbers">About numbers</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}

/** The filters of the page as the API takes them. */
const askedOf = <Q extends QueryOf<typeof FILTERS>>({ routing, ...query }: Q) => ({
  ...query,
  ...(routing && { [routing]: true }),
});

function useColumns(): readonly Column<PhoneNumber, NonNullable<NumbersListQuery['sort']>>[] {
  const { nameOf } = useRoutes();
  return [
    {
      title: 'Number',
      sorts: 'e164',
      cell: (row) => (
        <>
          <TextLink to="/numbers/$e164" params={{ e164: row.e164 }} className="opens">
            <Phone value={row.e164} />
          </TextLink>
          {row.label && (
            <Text fz="xs" c="dimmed">
              {row.label}
            </Text>
          )}
        </>
      ),
    },
    { title: 'Area', cell: (row) => [row.city ?? row.region, row.country].filter(Boolean).join(', ') },
    { title: 'Status', cell: (row) => <NumberState number={row} /> },
    {
      title: 'Routes to',
      cell: (row) =>
        nameOf(row) ?? (
          <Text span fz="inherit" c="dimmed">
            Nowhere
          </Text>
        ),
    },
    {
      title: 'Since',
      sorts: 'assigned_at',
      cell: (row) => <span className="whole">{format.day(row.assigned_at)}</span>,
    },
    {
      title: 'Next charge',
      sorts: 'next_billing_at',
      cell: (row) => <span className="whole">{format.day(row.next_billing_at)}</span>,
    },
    { title: 'Per month', end: true, cell: (row) => format.money(row.monthly_price_cents, row.currency) },
  ];
}
