import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { CatalogResult, CatalogSearch, CatalogSearchQuery, Page as ResultPage } from '@trunkline/client';
import { Search } from 'lucide-react';
import { format, words } from '../../format';
import { Phone } from '../../format/phone';
import { type Texts } from '../../router/search';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { EmptyState } from '../../ui/empty-state';
import { Choice } from '../../ui/forms/choice';
import { SearchField } from '../../ui/forms/search-field';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { AddToCart } from './add-to-cart';
import { CartBar } from './cart-bar';

const route = getRouteApi('/signed-in/numbers/buy');
const DEFAULT_COUNTRY = 'US';
const DIGITS_MIN = 2;
const FEATURES = [
  { value: 'voice', label: 'Voice' },
  { value: 'sms', label: 'SMS' },
  { value: 'mms', label: 'MMS' },
  { value: 'fax', label: 'Fax' },
];

type NumberSearch = Texts<'country' | 'type' | 'area' | 'digits' | 'feature'>;

function queryOf({ country = DEFAULT_COUNTRY, type, area, digits, feature }: NumberSearch): CatalogSearchQuery {
  const query = {
    country,
    ...(type && { number_type: type }),
    ...(area && { area_code: area }),
    ...(digits && digits.length >= DIGITS_MIN && { contains: digits }),
    ...(feature && { capabilities: [feature] }),
  };
  // The API checks values that come from the address.
  return query as CatalogSearchQuery;
}

export function BuyNumbers() {
  const search = route.useSearch();
  const query = queryOf(search);
  return (
    <Page title="Get numbers">
      <Filters search={search} />
      <div>
        <DataTable<CatalogResult>
          label="Numbers for sale"
          columns={COLUMNS}
          queryKey={['catalog', query]}
          load={(cursor, signal) => trunkline.catalog.search({ ...query, ...(cursor && { cursor }) }, { signal })}
          rowKey={({ select_token }) => select_token}
          notice={warningsOf}
          empty={<EmptyState icon={Search} text="No numbers match the search. Try another area or fewer digits." />}
        />
        <CartBar />
      </div>
    </Page>
  );
}

const COLUMNS: readonly Column<CatalogResult>[] = [
  {
    key: 'e164',
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
  { key: 'place', title: 'Area', cell: ({ city, region }) => city ?? region },
  { key: 'type', title: 'Type', cell: ({ number_type }) => words(number_type) },
  { key: 'features', title: 'Features', cell: ({ capabilities }) => featuresOf(capabilities) },
  {
    key: 'documents',
    title: 'Documents',
    cell: (row) => <Documents result={row} />,
  },
  {
    key: 'price',
    title: 'Per month',
    end: true,
    cell: ({ monthly_price_cents, setup_price_cents, currency }) => (
      <>
        {format.money(monthly_price_cents, currency)}
        {setup_price_cents > 0 && ` + ${format.money(setup_price_cents, currency)} setup`}
      </>
    ),
  },
  { key: 'add', title: 'Add', cell: (row) => <AddToCart result={row} /> },
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
  FEATURES.filter(({ value }) => capabilities.includes(value))
    .map(({ label }) => label)
    .join(', ');

/** What the search could not ask, such as a supplier that is unavailable. */
const warningsOf = (page: ResultPage<CatalogResult>) =>
  (page as CatalogSearch).warnings.map(({ code, message }) => (
    <Alert key={code} color="yellow" mb="sm">
      {message}
    </Alert>
  ));

function Filters({ search }: { search: NumberSearch }) {
  const navigate = route.useNavigate();
  const set = (change: NumberSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const country = search.country ?? DEFAULT_COUNTRY;
  const { data } = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => trunkline.catalog.countries.list({ signal }),
    staleTime: Infinity,
  });
  const countries = (data?.items ?? []).map((each) => ({ value: each.country, label: each.name }));
  const types = data?.items.find((each) => each.country === country)?.number_types ?? [];
  return (
    <Group align="end">
      <Choice
        label="Country"
        w={{ base: '100%', sm: 200 }}
        data={countries}
        value={country}
        onChoose={(value) => set({ country: value, type: undefined, area: undefined })}
      />
      <Choice
        label="Type"
        none="Any"
        w={{ base: '47%', sm: 150 }}
        data={types.map(({ number_type }) => ({ value: number_type, label: words(number_type) }))}
        value={search.type}
        onChoose={(value) => set({ type: value })}
      />
      <SearchField
        key={`area-${country}`}
        label="Area code"
        w={{ base: '47%', sm: 110 }}
        inputMode="numeric"
        value={search.area}
        onSearch={(text) => set({ area: text.replace(/\D/g, '') || undefined })}
      />
      <SearchField
        label="Contains digits"
        data-search
        w={{ base: '47%', sm: 140 }}
        inputMode="numeric"
        value={search.digits}
        onSearch={(text) => set({ digits: text.replace(/\D/g, '') || undefined })}
      />
      <Choice
        label="Feature"
        none="Any"
        w={{ base: '47%', sm: 120 }}
        data={FEATURES}
        value={search.feature}
        onChoose={(value) => set({ feature: value })}
      />
    </Group>
  );
}
