import { Box, Group, Text } from '@mantine/core';
import type { CatalogResult, CatalogSearch, NumberType, Page as ResultPage } from '@trunkline/client';
import { Search } from 'lucide-react';
import { format, words } from '../../format';
import { Phone } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Choice } from '../../ui/forms/choice';
import { ButtonLink, TextLink } from '../../ui/links';
import { Note } from '../../ui/feedback/note';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import { textFault } from '../../ui/tables/filter-texts';
import * as filters from '../../ui/tables/filters';
import type { Filter, FilterInput } from '../../ui/tables/use-filters';
import { countryFault, NUMBER_TYPES } from '../documents/labels';
import { useCoverage } from '../documents/requirements/use-requirements';
import { AddToCart } from './add-to-cart';
import classes from './cart-bar.module.css';
import { useCart } from './use-cart';

const DEFAULT_COUNTRY = 'US';
const FEATURES = { voice: 'Voice', sms: 'SMS', mms: 'MMS', fax: 'Fax' } as const;

const country: Filter<string> = {
  label: 'Country',
  otherwise: DEFAULT_COUNTRY,
  write: (value) => value,
  unset: format.country(DEFAULT_COUNTRY),
  fault: countryFault,
  show: (text) => format.country(text),
  draw: (input) => <CountryFilter {...input} />,
};

function CountryFilter({ value = DEFAULT_COUNTRY, set }: FilterInput) {
  const { countries } = useCoverage(value);
  return (
    <Choice
      label="Country"
      data={countries}
      value={value}
      onChoose={(chosen) => set({ country: chosen, type: undefined, city: undefined, area: undefined })}
    />
  );
}

const type: Filter<NumberType> = {
  label: 'Type',
  write: (value) => value as NumberType,
  fault: (text) => (Object.hasOwn(NUMBER_TYPES, text) ? null : 'is not one of the types'),
  show: (text) => NUMBER_TYPES[text as NumberType],
  draw: (input) => <TypeFilter {...input} />,
};

function TypeFilter({ value, change, search }: FilterInput) {
  const { types } = useCoverage(search['country'] ?? DEFAULT_COUNTRY);
  return <Choice<string> label="Type" none="Any" data={types} value={value} onChoose={change} />;
}

/** Shorter texts find too much to search for. While one is typed, it is no filter yet. */
const SEARCHED_MIN = 2;

const unlessShort = (typed: string): string => (typed.length >= SEARCHED_MIN ? typed : '');

const CITY_MAX = 100;

const city: Filter<string> = {
  ...filters.text('City', {
    placeholder: 'New York',
    clean: (typed) => unlessShort(typed.trim()),
  }),
  fault: (text) => textFault(text, CITY_MAX, SEARCHED_MIN),
};

const digitsFault = (text: string, [min, max]: readonly [number, number]): string | null =>
  /^\d+$/.test(text) && text.length >= min && text.length <= max ? null : `must be ${min} to ${max} digits`;

const FILTERS = {
  country,
  type,
  city,
  area: {
    ...filters.text('Area code', { inputMode: 'numeric', clean: filters.digitsOf }),
    fault: (text: string) => digitsFault(text, [1, 6]),
  },
  digits: {
    ...filters.text('Contains digits', {
      w: filters.full(200),
      isSearch: true,
      inputMode: 'numeric',
      clean: (typed) => unlessShort(filters.digitsOf(typed)),
    }),
    fault: (text: string) => digitsFault(text, [SEARCHED_MIN, 10]),
  },
  feature: filters.oneOf(filters.choice('Feature', FEATURES, { none: 'Any' })),
};

export function BuyNumbers() {
  return (
    <Page title="Get numbers">
      <FilteredList
        label="Numbers for sale"
        namesZone={false}
        queryKey={['catalog']}
        filters={FILTERS}
        load={(query, options) =>
          trunkline.catalog.search(
            {
              country: query.country ?? DEFAULT_COUNTRY,
              number_type: query.type,
              city: query.city,
              area_code: query.area,
              contains: query.digits,
              capabilities: query.feature,
              cursor: query.cursor,
            },
            options,
          )
        }
        columns={COLUMNS}
        rowKey={({ select_token }) => select_token}
        notice={warningsOf}
        empty={
          <EmptyState
            icon={Search}
            text="No numbers match the search. Try another city, another area or fewer digits."
          />
        }
      />
      <CartBar />
    </Page>
  );
}

const COLUMNS: readonly Column<CatalogResult>[] = [
  {
    title: 'Number',
    cell: ({ e164, from_catalog }) => (
      <>
        <Phone value={e164} fw={550} />
        {from_catalog && (
          <Text fz="xs" c="dimmed">
            Digits are assigned at checkout
          </Text>
        )}
      </>
    ),
  },
  { title: 'Area', cell: ({ city, region }) => city ?? region },
  { title: 'Type', cell: ({ number_type }) => words(number_type) },
  { title: 'Features', cell: ({ capabilities }) => featuresOf(capabilities) },
  { title: 'Documents', cell: (row) => <Documents result={row} /> },
  {
    title: 'Per month',
    is: 'money',
    cell: ({ monthly_price_cents, setup_price_cents, currency }) => (
      <>
        {format.money(monthly_price_cents, currency)}
        {setup_price_cents > 0 && ` + ${format.money(setup_price_cents, currency)} setup`}
      </>
    ),
  },
  { title: 'Add', is: 'actions', cell: (row) => <AddToCart result={row} /> },
];

/** Whether a number needs documents, and whether an approved bundle fits it. */
function Documents({ result }: { result: CatalogResult }) {
  const { country, number_type, requires_activation, compatible_bundle_ids } = result;
  const mayRead = useMay()('compliance:read');
  if (!requires_activation) return 'None';
  if (compatible_bundle_ids.length > 0) return 'Approved bundle fits';
  if (!mayRead) return 'Needed';
  return (
    <TextLink to="/documents/requirements" search={{ country, type: number_type }} fz="inherit">
      Needed
    </TextLink>
  );
}

/** Calls, messages and fax in short. Emergency calls and T.38 go without saying. */
const featuresOf = (capabilities: readonly string[]): string =>
  Object.entries(FEATURES)
    .filter(([feature]) => capabilities.includes(feature))
    .map(([, label]) => label)
    .join(', ');

/** What the search could not ask, such as a supplier that is unavailable. */
const warningsOf = (page: ResultPage<CatalogResult>) =>
  (page as CatalogSearch).warnings.map(({ code, message }) => (
    <Box key={code} mb="sm">
      <Note state="warn" role="alert">
        {message}
      </Note>
    </Box>
  ));

/** The cart in short, at the lower edge of the window while numbers are chosen. */
function CartBar() {
  const { data: cart } = useCart();
  if (!cart || cart.items.length === 0) return null;
  const { item_count, total_due_cents, currency } = cart.totals;
  return (
    <aside aria-label="Cart" className={classes['bar']}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">
          {item_count === 1 ? '1 number' : `${format.count(item_count)} numbers`},{' '}
          <b className="figures whole">{format.money(total_due_cents, currency)}</b> due today
        </Text>
        <ButtonLink to="/cart" miw="max-content">
          Review and buy
        </ButtonLink>
      </Group>
    </aside>
  );
}
