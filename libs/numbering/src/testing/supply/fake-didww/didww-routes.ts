import { randomUUID } from 'node:crypto';
import { type DidwwStock, idOf } from './didww-stock';
import type { FakeRecord, Link } from './json-api-store';

type Json = Record<string, unknown>;

/** An answer that says no, in the form of JSON:API errors. */
export class DidwwRefusal extends Error {
  constructor(
    readonly status: number,
    readonly errors: readonly Json[],
  ) {
    super('Refused.');
  }
}

export interface DidwwAnswer {
  readonly status: number;
  readonly body: object | null;
}

export interface DidwwCall {
  readonly id: string;
  readonly filters: ReadonlyMap<string, string>;
  readonly include: readonly string[];
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly data: Json;
}

/** What DIDWW remembers beside its stock. */
export interface DidwwState {
  /** In US dollars. */
  balance: string;
  readonly stock: DidwwStock;
  /** False leaves new orders pending. */
  settlesAtOnce: boolean;
  /** Takes a change of the trunk without effect. */
  ignoresTrunks: boolean;
  /** Its clock, in milliseconds. */
  now: () => number;
  /** How many reservations it keeps at once, of all who use the key. */
  reservationsMax: number;
  /** What each order is for. */
  readonly deliveries: Map<string, { readonly did: FakeRecord; readonly group: FakeRecord }>;
  readonly onSettled: (order: FakeRecord) => void;
}

type Matcher = (state: DidwwState, record: FakeRecord, value: string) => boolean;

interface Listing {
  readonly filters: Readonly<Record<string, Matcher>>;
  readonly includes: readonly string[];
}

const RESERVATION_MS = 10 * 60 * 1000;
/** Available DIDs come ten at a time, at random. */
const SAMPLE = 10;

const attribute =
  (name: string): Matcher =>
  (_state, { attributes }, value) =>
    value.split(',').includes(String(attributes[name]));
/** DIDWW does not say whether the whole must match; this is the worse for who asks. */
const containing =
  (name: string): Matcher =>
  (_state, { attributes }, value) =>
    String(attributes[name]).includes(value);
const meta =
  (name: string): Matcher =>
  (_state, record, value) =>
    String(record.meta?.[name]) === value;
const related =
  (path: string): Matcher =>
  ({ stock }, record, value) =>
    stock.store.follow(record, path).some(({ id }) => value.split(',').includes(id));

/** The filters and includes that the adapter uses. Others are rejected, as by DIDWW. */
const LISTINGS: Readonly<Record<string, Listing>> = {
  countries: {
    filters: { iso: attribute('iso'), prefix: attribute('prefix'), name: attribute('name'), is_available: () => true },
    includes: [],
  },
  did_group_types: { filters: { name: attribute('name') }, includes: [] },
  did_groups: {
    filters: {
      'country.id': related('country'),
      'did_group_type.id': related('did_group_type'),
      'region.id': related('region'),
      'city.id': related('city'),
      prefix: attribute('prefix'),
      area_name: attribute('area_name'),
      needs_registration: meta('needs_registration'),
      is_available: meta('is_available'),
      available_dids_enabled: meta('available_dids_enabled'),
    },
    includes: ['country', 'region', 'city', 'did_group_type', 'stock_keeping_units', 'address_requirement'],
  },
  available_dids: {
    filters: {
      'country.id': related('did_group.country'),
      'did_group.id': related('did_group'),
      'did_group_type.id': related('did_group.did_group_type'),
      number_contains: (_state, { attributes }, value) => String(attributes['number']).includes(value),
    },
    includes: ['did_group', 'did_group.stock_keeping_units', 'nanpa_prefix'],
  },
  did_reservations: { filters: { description: attribute('description') }, includes: ['available_did'] },
  orders: {
    filters: {
      external_reference_id: containing('external_reference_id'),
      status: attribute('status'),
      reference: attribute('reference'),
    },
    includes: [],
  },
  dids: {
    filters: { 'order.id': related('order'), number: attribute('number') },
    includes: ['order', 'did_group', 'voice_in_trunk', 'voice_in_trunk_group'],
  },
  voice_in_trunks: { filters: {}, includes: [] },
  voice_in_trunk_groups: { filters: {}, includes: [] },
  address_requirements: {
    filters: { 'country.id': related('country'), 'did_group_type.id': related('did_group_type') },
    includes: [
      ...['country', 'did_group_type', 'personal_proof_types', 'business_proof_types', 'address_proof_types'],
      ...['personal_permanent_document', 'business_permanent_document'],
      ...['personal_onetime_document', 'business_onetime_document'],
    ],
  },
};

export function answerOf(state: DidwwState, method: string, [type = '', id]: readonly string[], call: DidwwCall) {
  expire(state);
  const route = `${method} ${type}${id === undefined ? '' : '/id'}`;
  if (route === 'POST did_reservations') return reserve(state, call);
  if (route === 'DELETE did_reservations/id') return cancelReservation(state, call);
  if (route === 'POST orders') return createOrder(state, call);
  if (route === 'PATCH dids/id') return updateDid(state, call);
  if (route === 'GET balance') return balanceOf(state);
  const listing = LISTINGS[type];
  if (method !== 'GET' || !listing) throw refuse(404, '404', 'Record not found');
  return id === undefined ? list(state, type, call) : show(state, type, call);
}

function balanceOf({ balance }: DidwwState): DidwwAnswer {
  const attributes = { total_balance: balance, credit: '0.0', balance };
  return { status: 200, body: { data: { id: '1', type: 'balances', attributes } } };
}

function list(state: DidwwState, type: string, call: DidwwCall): DidwwAnswer {
  const { filters, includes } = LISTINGS[type]!;
  requireKnown(call, includes);
  const tests = [...call.filters].map(([name, value]) => {
    const matcher = filters[name];
    if (!matcher) throw refuse(400, '102', `${name} is not allowed.`);
    return (record: FakeRecord) => matcher(state, record, value);
  });
  const records = type === 'available_dids' ? state.stock.free() : state.stock.store.all(type);
  const found = records.filter((record) => tests.every((test) => test(record)));
  if (type === 'available_dids') return sample(state, found, call);
  const page = found.slice((call.pageNumber - 1) * call.pageSize, call.pageNumber * call.pageSize);
  return { status: 200, body: state.stock.store.many(page, call.include, { total_records: found.length }) };
}

function sample({ stock }: DidwwState, found: readonly FakeRecord[], { include }: DidwwCall): DidwwAnswer {
  const picked = found
    .map((record) => ({ record, chance: Math.random() }))
    .sort((a, b) => a.chance - b.chance)
    .slice(0, SAMPLE)
    .map(({ record }) => record);
  return { status: 200, body: stock.store.many(picked, include, { total_count: found.length }) };
}

function show(state: DidwwState, type: string, call: DidwwCall): DidwwAnswer {
  requireKnown(call, LISTINGS[type]!.includes);
  const isFree = type !== 'available_dids' || state.stock.free().some(({ id }) => id === call.id);
  const record = isFree ? state.stock.store.find(type, call.id) : null;
  if (!record) throw refuse(404, '404', `The record identified by ${call.id} could not be found.`);
  return { status: 200, body: state.stock.store.one(record, call.include) };
}

function reserve(state: DidwwState, { data }: DidwwCall): DidwwAnswer {
  const { store } = state.stock;
  const wanted = relationshipId(data, 'available_did');
  const did = state.stock.free().find(({ id }) => id === wanted);
  if (!did) throw refuse(422, '100', 'available_did - is invalid');
  if (store.all('did_reservations').length >= state.reservationsMax)
    throw refuse(422, '100', 'reservations limit exceeded');
  const now = state.now();
  const times = { expires_at: new Date(now + RESERVATION_MS).toISOString(), created_at: new Date(now).toISOString() };
  const attributes = { ...times, description: attributesOf(data)['description'] ?? null };
  const relationships = { available_did: { type: 'available_dids', id: did.id } };
  const record = store.add({ type: 'did_reservations', id: randomUUID(), attributes, relationships });
  return { status: 201, body: store.one(record, []) };
}

function cancelReservation({ stock }: DidwwState, { id }: DidwwCall): DidwwAnswer {
  const record = stock.store.find('did_reservations', id);
  if (!record) throw refuse(404, '404', `The record identified by ${id} could not be found.`);
  stock.store.remove(record);
  return { status: 204, body: null };
}

function createOrder(state: DidwwState, { data }: DidwwCall): DidwwAnswer {
  const attributes = attributesOf(data);
  const [item = {}] = (attributes['items'] ?? []) as Json[];
  const wanted = attributesOf(item);
  const group = state.stock.groupOf(textOf(wanted['sku_id']));
  if (!group) throw refuse(422, '100', 'sku_id - is invalid');
  const did = pick(state, group, wanted);
  state.stock.take(did);
  const order = state.stock.store.add({
    type: 'orders',
    id: randomUUID(),
    relationships: {},
    attributes: {
      amount: '1.35',
      status: 'pending',
      created_at: new Date().toISOString(),
      description: 'DID',
      reference: `REF-${randomUUID().slice(0, 6)}`,
      items: [{ type: 'did_order_items', attributes: { qty: 1 } }],
      external_reference_id: attributes['external_reference_id'] ?? null,
      callback_url: attributes['callback_url'] ?? null,
      callback_method: attributes['callback_method'] ?? null,
    },
  });
  const answer = { status: 201, body: structuredClone(state.stock.store.one(order, [])) };
  state.deliveries.set(order.id, { did, group });
  if (state.settlesAtOnce) settle(state, order, 'completed');
  return state.settlesAtOnce ? { status: 201, body: state.stock.store.one(order, []) } : answer;
}

export function settle(state: DidwwState, order: FakeRecord, status: 'completed' | 'canceled'): void {
  const { did, group } = state.deliveries.get(order.id)!;
  order.attributes['status'] = status;
  if (status === 'completed') deliver(state, order, { number: String(did.attributes['number']), group });
  else state.stock.putBack(String(did.attributes['number']), group);
  state.onSettled(order);
}

function deliver(state: DidwwState, order: FakeRecord, { number, group }: { number: string; group: FakeRecord }) {
  state.stock.store.add({
    type: 'dids',
    id: randomUUID(),
    attributes: {
      number,
      blocked: false,
      terminated: false,
      pending_removal: false,
      description: null,
      awaiting_registration: group.meta?.['needs_registration'],
      capacity_limit: null,
      billing_cycles_count: null,
    },
    relationships: {
      order: { type: 'orders', id: order.id },
      did_group: { type: 'did_groups', id: group.id },
      voice_in_trunk: null,
      voice_in_trunk_group: null,
    },
  });
}

function pick({ stock }: DidwwState, group: FakeRecord, wanted: Json): FakeRecord {
  if (wanted['did_reservation_id'] !== undefined) {
    const reservation = stock.store.find('did_reservations', textOf(wanted['did_reservation_id']));
    const did = reservation && stock.store.find('available_dids', idOf(reservation, 'available_did') ?? '');
    if (!did) throw refuse(422, '100', 'did_reservation_id - is invalid');
    stock.store.remove(reservation);
    return did;
  }
  if (wanted['available_did_id'] === undefined) {
    if (wanted['qty'] !== 1) throw refuse(422, '100', 'qty - is invalid');
    const [did] = stock.free(group.id);
    if (!did) throw refuse(422, '100', 'items - not available');
    return did;
  }
  const did = stock.free(group.id).find(({ id }) => id === wanted['available_did_id']);
  if (!did) throw refuse(422, '100', 'available_did_id - is invalid');
  return did;
}

function updateDid(state: DidwwState, { id, data }: DidwwCall): DidwwAnswer {
  const { stock } = state;
  const did = stock.store.find('dids', id);
  if (!did) throw refuse(404, '404', `The record identified by ${id} could not be found.`);
  if (data['id'] !== id) throw refuse(400, '116', 'The URL does not match the id.');
  Object.assign(did.attributes, attributesOf(data));
  if (!state.ignoresTrunks) assignVoiceIn(stock, did, (data['relationships'] ?? {}) as Relationships);
  return { status: 200, body: stock.store.one(did, []) };
}

type Relationships = Readonly<Record<string, { readonly data: Link | null }>>;

/** A number has a trunk or a group of trunks. */
function assignVoiceIn({ store }: DidwwStock, did: FakeRecord, changes: Relationships): void {
  const links = { ...did.relationships };
  for (const [name, { data: link }] of Object.entries(changes)) {
    if (link && !store.find(link.type, link.id)) throw refuse(422, '100', `${name} - is invalid`);
    links[name] = link;
  }
  if (links['voice_in_trunk'] && links['voice_in_trunk_group'])
    throw refuse(422, '100', 'voice_in_trunk_group - must be blank');
  Object.assign(did.relationships, links);
}

function expire({ stock, now }: DidwwState): void {
  for (const reservation of stock.store.all('did_reservations')) {
    if (Date.parse(String(reservation.attributes['expires_at'])) <= now()) stock.store.remove(reservation);
  }
}

function requireKnown({ include }: DidwwCall, includes: readonly string[]): void {
  const unknown = include.find((path) => !includes.includes(path));
  if (unknown !== undefined) throw refuse(400, '112', `${unknown} is not a valid relationship.`);
}

export function refuse(status: number, code: string, detail: string): DidwwRefusal {
  return new DidwwRefusal(status, [{ title: detail, detail, code, status: String(status) }]);
}

function attributesOf(data: Json): Json {
  return (data['attributes'] ?? {}) as Json;
}

function relationshipId(data: Json, name: string): string | undefined {
  const { [name]: relationship } = (data['relationships'] ?? {}) as Record<string, { data: { id: string } }>;
  return relationship?.data.id;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
