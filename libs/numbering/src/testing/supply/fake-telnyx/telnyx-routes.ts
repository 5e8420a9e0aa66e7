import {
  DEMANDING,
  type FakeNumber,
  type FakeOrder,
  type FakeOwned,
  type FakeReservation,
  type Json,
  refusal,
  RESERVED_MS,
  type TelnyxState,
} from './telnyx-state';

export interface TelnyxCall {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Json;
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly answer: (state: TelnyxState, call: TelnyxCall) => object;
}

/** The part of Telnyx's API v2 that the adapter uses (developers.telnyx.com/api-reference). */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/v2\/available_phone_numbers$/, answer: available },
  { method: 'GET', path: /^\/v2\/country_coverage$/, answer: coverage },
  { method: 'GET', path: /^\/v2\/inventory_coverage$/, answer: inventory },
  { method: 'GET', path: /^\/v2\/requirements$/, answer: requirements },
  { method: 'POST', path: /^\/v2\/number_reservations$/, answer: reserve },
  { method: 'GET', path: /^\/v2\/number_reservations$/, answer: listReservations },
  { method: 'POST', path: /^\/v2\/number_reservations\/([^/]+)\/actions\/extend$/, answer: extend },
  { method: 'POST', path: /^\/v2\/number_orders$/, answer: order },
  { method: 'GET', path: /^\/v2\/number_orders$/, answer: listOrders },
  { method: 'GET', path: /^\/v2\/phone_numbers$/, answer: listNumbers },
  {
    method: 'GET',
    path: /^\/v2\/phone_numbers\/([^/]+)$/,
    answer: (state, { id }) => ({ data: showOwned(state.get(id)) }),
  },
  {
    method: 'PATCH',
    path: /^\/v2\/phone_numbers\/([^/]+)$/,
    answer: (state, { id, body }) => ({ data: showOwned(state.connect(id, body['connection_id'])) }),
  },
  {
    method: 'DELETE',
    path: /^\/v2\/phone_numbers\/([^/]+)$/,
    answer: (state, { id }) => ({ data: showOwned(state.remove(id)) }),
  },
];

const pageOf = (data: readonly object[]) => ({
  data,
  meta: { total_pages: 1, total_results: data.length, page_number: 1, page_size: 250 },
});

const national = ({ e164, country }: FakeNumber) => e164.slice(country === 'US' ? 2 : 3);

/** Telnyx filters by state in these countries, and ignores the filter in others. */
const WITH_STATES = ['US', 'CA'];

function available(state: TelnyxState, { query }: TelnyxCall): object {
  const is = (name: string, value: string | null) => (query.get(`filter[${name}]`) ?? value) === value;
  const digits = (name: string) => query.get(`filter[phone_number][${name}]`) ?? '';
  if (!query.get('filter[country_code]')) throw refusal(400, '10015', 'filter[country_code] is required');
  const area = query.get('filter[national_destination_code]') ?? '';
  const freeOnly = query.get('filter[exclude_held_numbers]') === 'true';
  const found = state.stock.filter((number) => {
    const rest = national(number).slice(area.length);
    // Behind an area code it compares the rest, and the last four digits alone.
    const tail = area === '' ? rest : rest.slice(-4);
    return (
      is('country_code', number.country) &&
      is('phone_number_type', number.type) &&
      is('national_destination_code', number.areaCode) &&
      (!WITH_STATES.includes(number.country) || is('administrative_area', number.state)) &&
      (query.get('filter[locality]') ?? number.city)?.toUpperCase() === number.city?.toUpperCase() &&
      query.getAll('filter[features][]').every((feature) => number.features.includes(feature)) &&
      rest.startsWith(digits('starts_with')) &&
      tail.includes(digits('contains')) &&
      tail.endsWith(digits('ends_with')) &&
      !state.isSold(number.e164) &&
      !(freeOnly && state.reservationOf(number.e164))
    );
  });
  const shown = found.slice(0, Number(query.get('filter[limit]') ?? 10));
  const total = { total_results: found.length, best_effort_results: 0 };
  return { data: shown.map(showAvailable), meta: total, metadata: total };
}

export function showAvailable({
  e164,
  country,
  state,
  city,
  monthly,
  upfront,
  currency,
  reservable,
  features,
}: FakeNumber): Json {
  const region = (region_type: string, region_name: string | null) =>
    region_name ? [{ region_type, region_name }] : [];
  return {
    record_type: 'available_phone_number',
    phone_number: e164,
    vanity_format: '',
    best_effort: false,
    quickship: true,
    reservable,
    features: features.map((name) => ({ name })),
    region_information: [...region('country_code', country), ...region('state', state), ...region('location', city)],
    cost_information: { upfront_cost: upfront, monthly_cost: monthly, currency },
  };
}

function coverage(state: TelnyxState): object {
  const names: Record<string, string> = { US: 'United States', DE: 'Germany', GB: 'United Kingdom' };
  const typeOf = (country: string, type: string) => {
    const number = state.stock.find((each) => each.country === country && each.type === type);
    return number ? { features: number.features, reservable: number.reservable, quickship: true } : {};
  };
  const rows = Object.entries(names).map(([code, name]) => [
    name,
    {
      code,
      numbers: true,
      inventory_coverage: code !== 'GB',
      region: 'AMER',
      shared_cost: { features: ['voice'] },
      local: typeOf(code, 'local'),
      toll_free: typeOf(code, 'toll_free'),
      mobile: typeOf(code, 'mobile'),
      national: {},
    },
  ]);
  const unsold = { code: 'AF', numbers: false, features: [], local: {}, toll_free: {}, mobile: {}, national: {} };
  return { data: { Afghanistan: unsold, ...Object.fromEntries(rows) } };
}

function inventory(state: TelnyxState, { query }: TelnyxCall): object {
  const country = query.get('filter[country_code]');
  const type = query.get('filter[phone_number_type]');
  const numbers = state.stock.filter((each) => each.country === country && each.type === type);
  const codes = [...new Set(numbers.map(({ areaCode }) => areaCode))];
  const groups = codes.map((code) => [code, numbers.filter(({ areaCode }) => areaCode === code)] as const);
  const rows = groups.map(([group, members]) => ({
    record_type: 'inventory_coverage_group',
    group,
    group_type: 'national_destination_code',
    number_type: 'did',
    phone_number_type: type,
    coverage_type: 'number',
    administrative_area: members[0]?.state ?? null,
    count: members.filter(({ e164 }) => !state.isSold(e164)).length,
  }));
  return { data: rows, meta: { total_results: rows.length } };
}

const DEMANDS = [
  {
    id: 'req-1',
    type: 'document',
    name: 'Proof of Address',
    description: 'Proves the address',
    acceptance_criteria: { time_limit: 'Less than 3 months old' },
  },
  {
    id: 'req-2',
    type: 'address',
    name: 'Address in the area',
    description: 'An address in the area of the number',
    acceptance_criteria: { locality_limit: 'Identical locality as the numbers desired' },
  },
  { id: 'req-3', type: 'textual', name: 'Contact Phone', description: 'A number to call', acceptance_criteria: {} },
  {
    id: 'req-4',
    type: 'document',
    name: 'Business Registration',
    description: 'Of the company',
    acceptance_criteria: {},
  },
  { id: 'req-5', type: 'document', name: 'Copy of Passport', description: 'Who it is', acceptance_criteria: {} },
];

/** Two pages, so that a reader of the first alone misses one. */
function requirements(_state: TelnyxState, { query }: TelnyxCall): object {
  const page_number = Number(query.get('page[number]') ?? 1);
  const row = { record_type: 'requirement', action: 'ordering', phone_number_type: 'local' };
  const pages = [
    { ...row, id: 'r-1', country_code: 'US', locality: null, requirements_types: [] },
    { ...row, id: 'r-2', country_code: DEMANDING, locality: 'Berlin', requirements_types: DEMANDS },
  ];
  return { data: pages.slice(page_number - 1, page_number), meta: { page_number, page_size: 1, total_pages: 2 } };
}

function wantedOf(body: Json): { e164: string; reference: string } {
  const reference = body['customer_reference'];
  const [first] = body['phone_numbers'] as { phone_number: string }[];
  return { e164: first!.phone_number, reference: typeof reference === 'string' ? reference : '' };
}

function reserve(state: TelnyxState, { body }: TelnyxCall): object {
  const { e164, reference } = wantedOf(body);
  return { data: showReservation(state.reserve(e164, reference)) };
}

function listReservations(state: TelnyxState, { query }: TelnyxCall): object {
  const e164 = query.get('filter[phone_numbers.phone_number]');
  return pageOf(state.reservations.filter((each) => each.e164 === (e164 ?? each.e164)).map(showReservation));
}

function extend(state: TelnyxState, { id }: TelnyxCall): object {
  const reservation = state.reservations.find((each) => each.id === id);
  if (!reservation) throw refusal(404, '10005', 'Resource not found');
  reservation.expiresAt += RESERVED_MS;
  return { data: showReservation(reservation) };
}

function showReservation({ id, e164, customerReference, expiresAt }: FakeReservation): Json {
  const number = { id: `${id}-1`, record_type: 'reserved_phone_number', phone_number: e164, status: 'success' };
  return {
    id,
    record_type: 'number_reservation',
    customer_reference: customerReference,
    status: 'success',
    phone_numbers: [{ ...number, expired_at: new Date(expiresAt).toISOString() }],
  };
}

function order(state: TelnyxState, { body }: TelnyxCall): object {
  const { e164, reference } = wantedOf(body);
  const connection = body['connection_id'];
  return { data: showOrder(state.order(e164, reference, typeof connection === 'string' ? connection : null)) };
}

function listOrders(state: TelnyxState, { query }: TelnyxCall): object {
  const reference = query.get('filter[customer_reference]');
  const found = state.orders.filter((each) => each.customerReference === (reference ?? each.customerReference));
  return pageOf(found.toReversed().map(showOrder));
}

function showOrder({ id, e164, customerReference, connectionId, createdAt, status, requirementsMet }: FakeOrder): Json {
  const number = { id: `${id}-1`, record_type: 'number_order_phone_number', phone_number: e164, status };
  return {
    id,
    record_type: 'number_order',
    phone_numbers_count: 1,
    connection_id: connectionId,
    status,
    customer_reference: customerReference,
    created_at: createdAt,
    requirements_met: requirementsMet,
    phone_numbers: [{ ...number, requirements_met: requirementsMet }],
  };
}

function listNumbers(state: TelnyxState, { query }: TelnyxCall): object {
  const e164 = query.get('filter[phone_number]');
  const owned = state.owned.filter((each) => each.e164 === (e164 ?? each.e164) && each.status !== 'deleted');
  return pageOf(owned.map(showOwned));
}

function showOwned({ id, e164, customerReference, connectionId, status }: FakeOwned): Json {
  const reference = { customer_reference: customerReference, connection_id: connectionId };
  return { id, record_type: 'phone_number', phone_number: e164, ...reference, status };
}
