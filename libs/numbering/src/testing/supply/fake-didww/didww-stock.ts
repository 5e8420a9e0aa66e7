import { randomUUID } from 'node:crypto';
import { type FakeRecord, JsonApiStore, type Link } from './json-api-store';

export interface FakeSku {
  readonly monthly: string;
  readonly setup: string;
  readonly channels: number;
}

export interface FakeGroup {
  readonly country: string;
  readonly type: string;
  readonly prefix: string;
  /** What its numbers have behind the prefix and before their own four digits. */
  readonly exchange?: string;
  readonly area: string;
  readonly city?: string;
  readonly region?: string;
  readonly features?: readonly string[];
  readonly skus?: readonly FakeSku[];
  readonly needsRegistration?: boolean;
  /** Numbers are chosen by name. */
  readonly selects?: boolean;
  readonly restrictions?: string;
  /** How many numbers there are. */
  readonly stock?: number;
}

const SKU: FakeSku = { monthly: '0.85', setup: '0.5', channels: 2 };
const SUBSCRIBER_DIGITS = 4;

const linkOf = ({ type, id }: Link): Link => ({ type, id });

/** The coverage of the fake, and its unsold numbers. */
export class DidwwStock {
  readonly store = new JsonApiStore();

  addCountry(iso: string, name: string, prefix: string): FakeRecord {
    const attributes = { name, prefix, iso };
    return this.store.add({ type: 'countries', id: randomUUID(), attributes, relationships: { regions: [] } });
  }

  addGroup(group: FakeGroup): FakeRecord {
    const { country: iso, type, prefix, area, city, region, skus = [SKU], stock = 0, selects = false } = group;
    const country = this.named('countries', 'iso', iso)!;
    const record = this.store.add({
      type: 'did_groups',
      id: randomUUID(),
      attributes: {
        prefix,
        area_name: area,
        features: group.features ?? ['voice_in'],
        is_metered: false,
        allow_additional_channels: true,
        service_restrictions: group.restrictions ?? null,
      },
      relationships: {
        country: linkOf(country),
        region: region === undefined ? null : this.place('regions', region),
        city: city === undefined ? null : this.place('cities', city),
        did_group_type: this.place('did_group_types', type),
        stock_keeping_units: skus.map((sku) => this.addSku(sku)),
      },
      meta: {
        needs_registration: group.needsRegistration ?? false,
        is_available: stock > 0,
        available_dids_enabled: selects,
        total_count: stock,
      },
    });
    const lead = `${String(country.attributes['prefix'])}${prefix}${group.exchange ?? ''}`;
    for (let index = 0; index < stock; index += 1) this.putBack(`${lead}${subscriber(index)}`, record);
    return record;
  }

  /** Returns unsold numbers, without reserved ones by default. */
  free(groupId: string | null = null, reservedToo = false): FakeRecord[] {
    const reserved = new Set(this.store.all('did_reservations').map((each) => idOf(each, 'available_did')));
    return this.store
      .all('available_dids')
      .filter((did) => groupId === null || idOf(did, 'did_group') === groupId)
      .filter(({ id }) => reservedToo || !reserved.has(id));
  }

  take(did: FakeRecord): void {
    this.store.remove(did);
    this.count(idOf(did, 'did_group'));
  }

  putBack(number: string, group: Link): void {
    const relationships = { did_group: linkOf(group), nanpa_prefix: null };
    this.store.add({ type: 'available_dids', id: randomUUID(), attributes: { number }, relationships });
    this.count(group.id);
  }

  /** The group that sells under a SKU. */
  groupOf(skuId: string): FakeRecord | null {
    const groups = this.store.all('did_groups');
    return (
      groups.find((group) => this.store.follow(group, 'stock_keeping_units').some(({ id }) => id === skuId)) ?? null
    );
  }

  named(type: string, attribute: string, value: string): FakeRecord | null {
    return this.store.all(type).find(({ attributes }) => attributes[attribute] === value) ?? null;
  }

  private place(type: string, name: string): Link {
    const known = this.named(type, 'name', name);
    return linkOf(known ?? this.store.add({ type, id: randomUUID(), attributes: { name }, relationships: {} }));
  }

  private addSku({ monthly, setup, channels }: FakeSku): Link {
    const attributes = { setup_price: setup, monthly_price: monthly, channels_included_count: channels };
    const id = randomUUID();
    return linkOf(this.store.add({ type: 'stock_keeping_units', id, attributes, relationships: {} }));
  }

  private count(groupId: string | null): void {
    const meta = this.store.find('did_groups', groupId ?? '')?.meta;
    if (!meta) return;
    const left = this.free(groupId, true).length;
    Object.assign(meta, { total_count: left, is_available: left > 0 });
  }
}

export function idOf({ relationships }: FakeRecord, name: string): string | null {
  const link = relationships[name] ?? null;
  return link !== null && 'id' in link ? link.id : null;
}

function subscriber(index: number): string {
  return String(2000 + index * 7).padStart(SUBSCRIBER_DIGITS, '0');
}
