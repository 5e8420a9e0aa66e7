import type { NumberCount, NumbersListQuery } from '@trunkline/client';
import { NUMBER_CAPABILITIES } from '@trunkline/client/lists';
import { format } from '../../format';
import { worded } from '../../format/lists';
import { COUNTED_MAX } from '../../session/number-states';
import { Choice } from '../../ui/forms/choice';
import { SearchField } from '../../ui/forms/search-field';
import type { Chip } from '../../ui/tables/filter-chips';
import { isId, numberSearchFault, searchOf, textFault } from '../../ui/tables/filter-texts';
import * as filters from '../../ui/tables/filters';
import * as more from '../../ui/tables/more-filters';
import type { Filter, FilterInput, QueryOf } from '../../ui/tables/use-filters';
import { RouteName } from '../calls/route-name';
import { countries } from '../call-log/country-filter';
import { NUMBER_TYPES } from '../documents/labels';
import { NUMBER_STATUS_TEXTS } from './number-status';
import { useRoutes } from './routes';
import { tagsOf } from './tags-field';
import { useAllBundles } from './bulk/use-names';

const TAG_MAX = 32;
const TAGS_MAX = 20;

/** Numbers that have all of the tags, which the address separates by commas. */
const tag: Filter<readonly string[]> = {
  label: 'Tag',
  write: (text) => text.split(','),
  fault: (text) => {
    const tags = text.split(',');
    if (tags.length > TAGS_MAX) return `has more than ${TAGS_MAX} tags`;
    return tags.every((each) => textFault(each, TAG_MAX) === null) ? null : 'is not a list of tags';
  },
  show: (text) => text.replaceAll(',', ', '),
  draw: ({ value, change }) => (
    <SearchField
      label="Tags"
      placeholder="sales, cost 4100"
      description="Numbers that have all of them, as they are written."
      value={value?.replaceAll(',', ', ')}
      onSearch={(typed) => change(tagsOf(typed).join(',') || undefined)}
    />
  ),
};

/** A trunk or a routing profile. */
const route: Filter<string> = {
  label: 'Routes to',
  write: (id) => id,
  fault: (id) => (isId(id, 'trk', 'rp') ? null : 'is not the ID of a trunk or routing profile'),
  show: (id) => <RouteName id={id} />,
  draw: (input) => <RouteChoice {...input} />,
};

function RouteChoice({ value, change }: FilterInput) {
  const { options } = useRoutes();
  return (
    <Choice
      label="Routes to"
      none="Any"
      data={options.filter(({ group }) => group !== 'Other')}
      value={value}
      onChoose={change}
    />
  );
}

const bundle: Filter<readonly string[]> = {
  label: 'Bundle',
  write: (id) => [id],
  fault: (id) => (isId(id, 'cb') ? null : 'is not the ID of a bundle'),
  show: (id) => <BundleName id={id} />,
  draw: (input) => <BundleChoice {...input} />,
};

const useBundleOptions = () => useAllBundles().bundles.map(({ id, name }) => ({ value: id, label: name }));

function BundleName({ id }: { id: string }) {
  return useBundleOptions().find(({ value }) => value === id)?.label ?? id;
}

function BundleChoice({ value, change }: FilterInput) {
  return <Choice label="Bundle" none="Any" data={useBundleOptions()} value={value} onChoose={change} />;
}

/** What has to be acted on. */
const ATTENTION = {
  unrouted: 'Routes nowhere',
  past_due: 'Past due',
  release_scheduled: 'Release scheduled',
  price_changing: 'Price changes',
};

/** For the names of regions and cities. */
const BEGINNING = { max: 100, description: 'The name, or how it begins.' };

/** Set by the tabs. */
const undrawn = <M,>({ draw: _draw, ...filter }: Filter<M>): Filter<M> => filter;

export const FILTERS = {
  q: {
    ...filters.text('Number, label, tag or note', {
      isSearch: true,
      w: filters.full(240),
    }),
    write: searchOf,
    // A shorter text is named, and not left out: what is done with all numbers of the list must not be more than was asked for.
    fault: numberSearchFault,
  },
  status: undrawn(filters.oneOf(filters.choice('Status', NUMBER_STATUS_TEXTS, { none: 'Any' }))),
  routing: undrawn(filters.choice('Attention', ATTENTION, { none: 'All numbers' })),
  country: countries('Country'),
  route,
  region: more.typedText('Region', BEGINNING),
  city: more.typedText('City', BEGINNING),
  tag,
  bundle,
  type: more.several('Type', NUMBER_TYPES),
  capability: more.several('Capability', worded(NUMBER_CAPABILITIES)),
  from: more.moment('from'),
  to: more.moment('to'),
};

export const CHIPS: readonly Chip[] = [
  { label: 'Area', names: ['country', 'region', 'city'] },
  { label: 'Route', names: ['route'] },
  { label: 'Tag', names: ['tag'] },
  { label: 'Since', names: ['from', 'to'] },
  { label: 'More', names: ['bundle', 'type', 'capability'] },
];

/** Whether a tab lists as many numbers as the account has in its state: not beside other filters. */
export const areCounted = (search: FilterInput['search']): boolean =>
  Object.entries<Filter<unknown>>(FILTERS).every(
    ([name, { draw }]) => draw === undefined || search[name] === undefined,
  );

/** The states of numbers, each as the filters that it sets, with the count of its numbers once it is known. */
export const tabsOf = (counted: NumberCount | undefined) => {
  const { count, states } = counted ?? {};
  const exact = (value: number | undefined) => (value === undefined ? undefined : format.count(value));
  const atLeast = (value: number | undefined) => (value === COUNTED_MAX ? `${format.count(value)}+` : exact(value));
  return [
    { text: 'All', search: { status: undefined, routing: undefined }, count: exact(count) },
    { text: 'Active', search: { status: 'active' }, count: exact(states?.active) },
    { text: 'Route nowhere', search: { routing: 'unrouted' }, count: atLeast(states?.unrouted) },
    { text: 'Need documents', search: { status: 'pending_documents' }, count: exact(states?.pending_documents) },
    { text: 'Suspended', search: { status: 'suspended' }, count: exact(states?.suspended) },
    { text: 'Past due', search: { routing: 'past_due' }, count: atLeast(states?.past_due) },
    { text: 'Ending', search: { routing: 'release_scheduled' }, count: atLeast(states?.release_scheduled) },
    { text: 'Price changes', search: { routing: 'price_changing' }, count: atLeast(states?.price_changing) },
    { text: 'Released', search: { status: 'released' }, count: exact(states?.released) },
  ];
};

export type NumberFilters = Omit<NumbersListQuery, 'limit' | 'cursor' | 'sort' | 'order'>;

/** The filters of the page as the API takes them. */
export const askedOf = ({
  routing,
  route: target,
  bundle: id,
  type,
  capability,
  from,
  to,
  ...query
}: QueryOf<typeof FILTERS>) =>
  ({
    ...query,
    ...(routing && { [routing]: true }),
    ...(target?.startsWith('trk_') && { trunk_id: [target] }),
    ...(target?.startsWith('rp_') && { routing_profile_id: [target] }),
    ...(id && { compliance_bundle_id: id }),
    ...(type && { number_type: type }),
    ...(capability && { capabilities: capability }),
    ...(from !== undefined && { assigned_from: from }),
    ...(to !== undefined && { assigned_to: to }),
  }) satisfies NumberFilters;
