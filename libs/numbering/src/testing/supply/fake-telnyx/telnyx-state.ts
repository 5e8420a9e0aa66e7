import { randomUUID } from 'node:crypto';

export type Json = Record<string, unknown>;

/** A number for sale. */
export interface FakeNumber {
  readonly e164: string;
  readonly country: string;
  readonly type: string;
  readonly areaCode: string;
  readonly state: string | null;
  readonly city: string | null;
  readonly monthly: string;
  readonly upfront: string;
  readonly currency: string;
  readonly reservable: boolean;
  readonly features: readonly string[];
}

export interface FakeOrder {
  readonly id: string;
  readonly customerReference: string;
  readonly e164: string;
  readonly connectionId: string | null;
  readonly createdAt: string;
  status: string;
  requirementsMet: boolean;
}

export interface FakeOwned {
  readonly id: string;
  readonly e164: string;
  readonly customerReference: string;
  connectionId: string | null;
  status: string;
}

export interface FakeReservation {
  readonly id: string;
  readonly e164: string;
  readonly customerReference: string;
  expiresAt: number;
}

/** An answer that says no, in the form of Telnyx's errors (developers.telnyx.com/development/api-fundamentals/api-errors). */
export class TelnyxRefusal extends Error {
  constructor(
    readonly status: number,
    readonly errors: readonly Json[],
  ) {
    super('Refused.');
  }
}

export function refusal(status: number, code: string, title: string, pointer?: string): TelnyxRefusal {
  return new TelnyxRefusal(status, [{ code, title, detail: title, ...(pointer && { source: { pointer } }) }]);
}

export const RESERVED_MS = 30 * 60 * 1000;

/** Where Telnyx asks for documents. */
export const DEMANDING = 'DE';

const PLAIN = { upfront: '0.005', currency: 'USD', reservable: true, features: ['sms', 'voice', 'mms', 'emergency'] };
const range = (count: number, make: (index: number) => FakeNumber): FakeNumber[] =>
  Array.from({ length: count }, (_, index) => make(index));
const us = (areaCode: string, state: string, city: string) => (index: number) => ({
  ...PLAIN,
  e164: `+1${areaCode}555${String(1000 + index)}`,
  country: 'US',
  type: 'local',
  areaCode,
  state,
  city,
  monthly: '1.00000',
});

function stock(): FakeNumber[] {
  return [
    ...range(12, us('212', 'NY', 'NEW YORK')),
    ...range(12, us('415', 'CA', 'SAN FRANCISCO')),
    ...range(4, (index) => ({
      ...PLAIN,
      e164: `+1800555${String(2000 + index)}`,
      country: 'US',
      type: 'toll_free',
      areaCode: '800',
      state: null,
      city: null,
      monthly: '2.101',
      reservable: false,
      features: ['voice'],
    })),
    ...range(6, (index) => ({
      ...PLAIN,
      e164: `+4930555${String(10000 + index)}`,
      country: DEMANDING,
      type: 'local',
      areaCode: '30',
      state: null,
      city: 'BERLIN',
      monthly: '3.5',
      features: ['voice', 'fax'],
    })),
    ...range(4, (index) => ({
      ...PLAIN,
      e164: `+447700900${String(100 + index)}`,
      country: 'GB',
      type: 'mobile',
      areaCode: '7700',
      state: null,
      city: null,
      monthly: '2',
      features: ['sms', 'voice'],
    })),
    { ...us('212', 'NY', 'NEW YORK')(99), currency: 'EUR' },
  ];
}

/** What Telnyx remembers, and the events that tell of it. */
export class TelnyxState {
  readonly stock = stock();
  readonly orders: FakeOrder[] = [];
  readonly owned: FakeOwned[] = [];
  readonly reservations: FakeReservation[] = [];
  /** Bodies of the events that were not fetched yet. */
  readonly events: string[] = [];
  /** Accepts a change of the connection without effect. */
  ignoresConnections = false;
  /** Loses the connection of new orders. */
  losesConnections = false;
  private at = 0;

  constructor(private readonly now: () => number) {}

  isSold(e164: string): boolean {
    return this.owned.some((number) => number.e164 === e164 && number.status !== 'deleted');
  }

  reservationOf(e164: string): FakeReservation | undefined {
    return this.reservations.find((each) => each.e164 === e164 && each.expiresAt > this.now());
  }

  reserve(e164: string, customerReference: string): FakeReservation {
    const number = this.stock.find((each) => each.e164 === e164);
    if (!number?.reservable || this.isSold(e164)) throw refusal(422, '10015', 'Not reservable', '/phone_numbers/0');
    if (this.reservationOf(e164)) throw refusal(422, '10015', 'Number is already on hold', '/phone_numbers/0');
    const made = { id: randomUUID(), e164, customerReference, expiresAt: this.now() + RESERVED_MS };
    this.reservations.push(made);
    return made;
  }

  order(e164: string, customerReference: string, connectionId: string | null): FakeOrder {
    const number = this.stock.find((each) => each.e164 === e164);
    if (!number || this.isSold(e164)) throw refusal(422, '10015', 'Not available', '/phone_numbers/0/phone_number');
    const needsDocuments = number.country === DEMANDING;
    const createdAt = new Date(this.now() + (this.at += 1)).toISOString();
    const status = needsDocuments ? 'pending' : 'success';
    const made = {
      id: randomUUID(),
      customerReference,
      e164,
      connectionId,
      createdAt,
      status,
      requirementsMet: !needsDocuments,
    };
    this.orders.push(made);
    const numberStatus = needsDocuments ? 'requirement-info-pending' : 'active';
    this.owned.push({
      id: String(1293384261075731000 + this.owned.length * 1000),
      e164,
      customerReference,
      connectionId: this.losesConnections ? null : connectionId,
      status: numberStatus,
    });
    this.tell('number_order.status_update', made);
    return made;
  }

  /** The documents of an order are approved. */
  complete(customerReference: string): void {
    for (const order of this.orders.filter((each) => each.customerReference === customerReference)) {
      order.status = 'success';
      order.requirementsMet = true;
      this.tell('number_order.complete', order);
    }
  }

  get(id: string): FakeOwned {
    const number = this.owned.find((each) => each.id === id && each.status !== 'deleted');
    if (!number) throw refusal(404, '10005', 'Resource not found');
    return number;
  }

  connect(id: string, connectionId: unknown): FakeOwned {
    const number = this.get(id);
    if (typeof connectionId !== 'string') throw refusal(422, '10015', 'Invalid', '/connection_id');
    if (!this.ignoresConnections) number.connectionId = connectionId;
    return number;
  }

  remove(id: string): FakeOwned {
    const number = this.get(id);
    number.status = 'deleted';
    return number;
  }

  tell(event_type: string, order: FakeOrder): void {
    const payload = { customer_reference: order.customerReference, id: order.id, status: order.status };
    const data = { event_type, id: randomUUID(), occurred_at: order.createdAt, payload, record_type: 'event' };
    this.events.push(JSON.stringify({ data, meta: { attempt: 1 } }));
  }
}
