import { newId, SystemClock } from '@trunkline/kernel';
import { RecordingLog } from '@trunkline/platform/testing';
import type { OfferFilters, SearchSort, SupplierOrder, SupplierOrderRequest } from '../../application/supply/supplier';
import type { Offer } from '../../domain/offer';
import { type DidwwConfig, didwwHttp } from '../../infrastructure/suppliers/didww/didww-config';
import { DidwwSupplier } from '../../infrastructure/suppliers/didww/didww-supplier';
import { FakeDidww } from './fake-didww/fake-didww';
import { FakeReservationBudget } from './fake-reservation-budget';
import { NO_FILTERS } from '../samples';
import { testRowReader } from './row-reader';

const TIMEOUT_MS = 1500;

class ShiftedClock extends SystemClock {
  aheadMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

type Filters = Partial<OfferFilters> & { readonly country: string };

/** DIDWW's adapter on a fake DIDWW with a stock of three countries. */
export class DidwwWorld {
  readonly clock = new ShiftedClock();
  readonly log = new RecordingLog();
  readonly budget = new FakeReservationBudget();
  supplier: DidwwSupplier;

  private constructor(readonly fake: FakeDidww) {
    this.supplier = this.make();
  }

  static async start(): Promise<DidwwWorld> {
    const fake = await FakeDidww.start();
    stockUp(fake);
    return new DidwwWorld(fake);
  }

  stop(): Promise<void> {
    return this.fake.stop();
  }

  make(change: Partial<DidwwConfig> = {}, timeoutMs = TIMEOUT_MS): DidwwSupplier {
    const config = { ...this.fake.config, ...change };
    const http = didwwHttp(config, { timeoutMs, pauseMs: 5 });
    return new DidwwSupplier(config, http, this.budget, testRowReader('didww', this.clock), this.clock, this.log);
  }

  page(filters: Filters, limit = 50, sort: SearchSort = 'relevance') {
    return this.supplier.search({
      filters: { ...NO_FILTERS, ...filters },
      sort,
      limit,
      accountId: 'acc_1',
      after: null,
    });
  }

  async find(filters: Filters, limit = 50): Promise<Offer[]> {
    return (await this.page(filters, limit)).items.map(({ offer }) => offer);
  }

  /** An offer of one number. */
  async live(): Promise<Offer> {
    return (await this.find({ country: 'US', areaCode: '212' }, 1))[0]!;
  }

  /** An offer of any number of an area. */
  async catalog(): Promise<Offer> {
    return (await this.find({ country: 'US', areaCode: '617' }, 1))[0]!;
  }

  request(offer: Offer, accountId = 'acc_1'): SupplierOrderRequest {
    const { e164: requestE164, supplierRef } = offer;
    return { orderId: newId('ord'), accountId, requestE164, supplierRef, documentsApproved: false };
  }

  orders() {
    return this.fake.stock.store.all('orders');
  }

  dids() {
    return this.fake.stock.store.all('dids');
  }
}

export function purchaseOf(order: SupplierOrder) {
  if (order.status !== 'bought') throw new Error(`not bought: ${JSON.stringify(order)}`);
  return order.purchase;
}

function stockUp({ stock }: FakeDidww): void {
  stock.addCountry('US', 'United States', '1');
  stock.addCountry('DE', 'Germany', '49');
  stock.addCountry('XN', 'International Networks', '883');
  stock.addGroup({
    country: 'US',
    type: 'Local',
    prefix: '212',
    area: 'New York',
    city: 'New York',
    region: 'New York State',
    selects: true,
    stock: 25,
    features: ['voice_in', 'sms_in', 't38', 'p2p', 'emergency'],
    skus: [
      { monthly: '0.19', setup: '0.0', channels: 0 },
      { monthly: '0.851', setup: '0.07', channels: 2 },
      { monthly: '2.5', setup: '1', channels: 4 },
    ],
  });
  stock.addGroup({ country: 'US', type: 'Local', prefix: '617', area: 'Boston', stock: 8 });
  stock.addGroup({ country: 'US', type: 'Toll-free', prefix: '800', area: 'Toll-free', selects: true, stock: 2 });
  stock.addGroup({ country: 'US', type: 'Shared Cost', prefix: '900', area: 'Shared', selects: true, stock: 2 });
  const registered = { needsRegistration: true, restrictions: 'Live in the city.' };
  stock.addGroup({
    country: 'DE',
    type: 'Local',
    prefix: '241',
    area: 'Aachen',
    selects: true,
    stock: 2,
    ...registered,
  });
  stock.addGroup({ country: 'DE', type: 'National', prefix: '32', area: 'National', stock: 3 });
  stock.addGroup({ country: 'DE', type: 'Mobile', prefix: '', area: 'Mobile', stock: 0 });
  stock.addGroup({ country: 'DE', type: 'Global', prefix: '', area: 'Odd', stock: 3 });
  stock.addGroup({ country: 'XN', type: 'Global', prefix: '5100', area: 'iNum', stock: 3 });
}
