import { jest } from '@jest/globals';
import { CommonErrors } from '@trunkline/kernel';
import type { NumberSupplier, OfferFilters } from '../../application/supply/supplier';
import { FakeSupplier } from '../../testing/supply/fake-supplier';
import { anOffer, NO_FILTERS } from '../../testing/samples';
import { CircuitBreakerSupplier, CircuitOpenError } from './circuit-breaker-supplier';
import { SupplierHttpError } from './http/supplier-errors';

const PAUSE_MS = 80;

describe('CircuitBreakerSupplier', () => {
  let inner: FakeSupplier;
  let supplier: CircuitBreakerSupplier;
  const offer = anOffer();

  let aheadMs: number;
  let failures: [string, unknown][];

  beforeEach(() => {
    // The clock is stopped, so that on a slow machine the circuit does not close before the test has checked it.
    const now = Date.now();
    aheadMs = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now + aheadMs);
    inner = new FakeSupplier([offer]);
    failures = [];
    const onFailure = (...failure: [string, unknown]) => void failures.push(failure);
    supplier = new CircuitBreakerSupplier(inner, { failuresMax: 3, pauseMs: PAUSE_MS, onFailure });
  });

  afterEach(() => jest.restoreAllMocks());

  const fail = async (times: number) => {
    inner.isUnavailable = true;
    for (let time = 0; time < times; time += 1) await expect(supplier.countries()).rejects.toThrow('ECONNREFUSED');
  };

  const filters: OfferFilters = {
    ...NO_FILTERS,
    country: 'DE',
  };
  const calls: [string, (each: NumberSupplier) => Promise<unknown>][] = [
    ['search', (each) => each.search({ filters, sort: 'relevance', limit: 1, accountId: 'acc_1', after: null })],
    ['countries', (each) => each.countries()],
    ['areas', (each) => each.areas('DE', null)],
    ['requirements', (each) => each.requirements('DE', 'mobile', null)],
    ['reserve', (each) => each.reserve(offer, 'acc_1')],
    ['quote', (each) => each.quote(offer, 'acc_1')],
    ['orderIdOf', (each) => each.orderIdOf('their-id')],
    ['findOrder', (each) => each.findOrder('ord_1')],
    ['release', (each) => each.release({ orderId: 'ord_1', e164: '+493012345678', supplierNumberRef: null })],
    [
      'order',
      (each) =>
        each.order({
          orderId: 'ord_1',
          accountId: 'acc_1',
          requestE164: offer.e164,
          supplierRef: offer.supplierRef,
          documentsApproved: false,
        }),
    ],
  ];

  it('does not count refusals as failures', async () => {
    inner.reserve = () => Promise.reject(new SupplierHttpError('Acme: POST /reservations', 422, null));
    for (let time = 0; time < 9; time += 1) {
      await expect(supplier.reserve(offer, 'acc_1')).rejects.toMatchObject({ status: 422 });
    }
    await expect(supplier.countries()).resolves.toHaveLength(1);
    expect(failures).toEqual([]);
  });

  it.each([401, 429, 503])('counts %i as a failure', async (status) => {
    inner.reserve = () => Promise.reject(new SupplierHttpError('Acme: POST /reservations', status, null));
    for (let time = 0; time < 3; time += 1) {
      await expect(supplier.reserve(offer, 'acc_1')).rejects.toMatchObject({ status });
    }
    await expect(supplier.reserve(offer, 'acc_1')).rejects.toThrow(CircuitOpenError);
  });

  it('has the name of its supplier', () => expect(supplier.name).toBe(inner.name));

  it.each(calls)('passes %s through while closed', async (_name, call) => {
    expect(await call(supplier)).toEqual(await call(new FakeSupplier([offer])));
  });

  it.each(calls)('rejects %s immediately while open, without a request', async (_name, call) => {
    await fail(3);
    inner.isUnavailable = false;
    await expect(call(supplier)).rejects.toThrow(CircuitOpenError);
    expect(inner.orderCalls).toBe(0);
  });

  it.each(calls)('counts and reports the failures of %s', async (name, call) => {
    if (name === 'order') inner.faults.push('vanish', 'vanish', 'vanish');
    else inner.isUnavailable = true;
    for (let time = 0; time < 3; time += 1) await expect(call(supplier)).rejects.not.toThrow(CircuitOpenError);
    await expect(call(supplier)).rejects.toThrow(CircuitOpenError);
    expect(failures).toEqual(Array(3).fill([name, expect.any(Error)]));
  });

  it('counts failures in a row only', async () => {
    await fail(2);
    inner.isUnavailable = false;
    await supplier.countries();
    await fail(2);
    inner.isUnavailable = false;
    await expect(supplier.countries()).resolves.toBeDefined();
  });

  it('does not count domain errors', async () => {
    inner.countries = () => Promise.reject(CommonErrors.conflict());
    for (let time = 0; time < 5; time += 1) await expect(supplier.countries()).rejects.toThrow('conflicts');
  });

  it('closes after one successful call after the pause', async () => {
    await fail(3);
    inner.isUnavailable = false;
    aheadMs += PAUSE_MS + 10;
    await expect(supplier.countries()).resolves.toBeDefined();
    await expect(supplier.areas('DE', null)).resolves.toBeDefined();
  });

  it('opens again when that call fails', async () => {
    await fail(3);
    aheadMs += PAUSE_MS + 10;
    await fail(1);
    await expect(supplier.countries()).rejects.toThrow(CircuitOpenError);
  });

  it('parses callbacks in every state', async () => {
    await fail(3);
    await expect(supplier.parseCallback({ headers: {}, rawBody: Buffer.from('') })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  describe('in its health', () => {
    it('reports the health of the supplier', async () => {
      await expect(supplier.health()).resolves.toEqual({ isUp: true, message: null });
    });

    it('reports that the circuit is open', async () => {
      await fail(3);
      inner.isUnavailable = false;
      await expect(supplier.health()).resolves.toEqual({ isUp: false, message: expect.stringContaining('open') });
      expect(supplier.isOpen).toBe(true);
    });

    it('reports that it is down, and opens after repeated failures', async () => {
      inner.isUnavailable = true;
      await expect(supplier.health()).resolves.toEqual({ isUp: false, message: 'fake is down.' });
      await supplier.health();
      await supplier.health();
      await expect(supplier.countries()).rejects.toThrow(CircuitOpenError);
    });

    it('reports that it is up again after the pause, and closes the circuit without another call', async () => {
      await fail(3);
      inner.isUnavailable = false;
      aheadMs += PAUSE_MS + 10;
      await expect(supplier.health()).resolves.toEqual({ isUp: true, message: null });
      expect(supplier.isOpen).toBe(false);
    });
  });
});
