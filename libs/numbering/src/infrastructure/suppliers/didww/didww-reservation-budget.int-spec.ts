import { newId, SystemClock } from '@trunkline/kernel';
import { createDataSource, Database, platformPersistence } from '@trunkline/platform';
import { RecordingLog, testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../../numbering.module';
import type { OfferFilters } from '../../../application/supply/supplier';
import type { Offer } from '../../../domain/offer';
import { FakeDidww } from '../../../testing/supply/fake-didww/fake-didww';
import { testRowReader } from '../../../testing/supply/row-reader';
import { didwwHttp } from './didww-config';
import { DidwwSupplier } from './didww-supplier';
import { StoredReservationBudget } from './stored-reservation-budget';
import { NO_FILTERS } from '../../../testing/samples';

const BUDGET = 10;
const NUMBERS = 40;
const PROCESSES = 3;
/** Far above what forty requests at once take on a busy machine. */
const BOUND_MS = 60_000;

class ShiftedClock extends SystemClock {
  aheadMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

const FILTERS: OfferFilters = {
  ...NO_FILTERS,
  country: 'US',
  source: 'live',
};

describe('reservations at DIDWW, of all processes together', () => {
  let test: TestDatabase;
  let databases: Database[];
  let close: () => Promise<unknown>;
  let fake: FakeDidww;
  let clock: ShiftedClock;
  let processes: DidwwSupplier[];
  let offers: Offer[];

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    const sources = await Promise.all(
      Array.from({ length: PROCESSES }, () =>
        createDataSource({ url: test.url }, [platformPersistence, numberingPersistence]).initialize(),
      ),
    );
    databases = sources.map((source) => new Database(source));
    await Promise.all(databases.flatMap((db) => Array.from({ length: 8 }, () => db.query('SELECT pg_sleep(0.05)'))));
    close = () => Promise.all(sources.map((source) => source.destroy()));
  });
  beforeEach(async () => {
    await test.db.query('DELETE FROM numbering.didww_reservations');
    fake = await FakeDidww.start();
    clock = new ShiftedClock();
    fake.state.now = () => clock.now().getTime();
    fake.stock.addCountry('US', 'United States', '1');
    fake.stock.addGroup({ country: 'US', type: 'Local', prefix: '212', area: 'NY', selects: true, stock: NUMBERS });
    processes = databases.map((db) => make(db));
    offers = await everyOffer();
    // The fake would accept more reservations: the limit applies before DIDWW is called.
    fake.state.reservationsMax = NUMBERS;
  });
  afterEach(() => fake.stop());
  afterAll(async () => {
    await close();
    await test.close();
  });

  const make = (db: Database) => {
    const http = didwwHttp(fake.config, { timeoutMs: BOUND_MS, pauseMs: 5 });
    const budget = new StoredReservationBudget(db);
    const rowReader = testRowReader('didww', clock);
    return new DidwwSupplier(fake.config, http, budget, rowReader, clock, new RecordingLog());
  };
  const everyOffer = async () => {
    const found = new Map<string | null, Offer>();
    while (found.size < NUMBERS) {
      const search = { filters: FILTERS, sort: 'relevance', limit: 100, accountId: 'acc_1', after: null } as const;
      for (const { offer } of (await processes[0]!.search(search)).items) found.set(offer.e164, offer);
    }
    return [...found.values()];
  };
  const reserve = (offer: Offer, index = 0, accountId = 'acc_1') =>
    processes[index % PROCESSES]!.reserve(offer, accountId);
  const reserveAll = (some: readonly Offer[]) => Promise.all(some.map((offer, index) => reserve(offer, index)));
  const reserved = () => fake.stock.store.all('did_reservations');
  const countOf = (outcomes: readonly string[], wanted: string) => outcomes.filter((each) => each === wanted).length;
  const order = (offer: Offer) =>
    processes[0]!.order({
      orderId: newId('ord'),
      accountId: 'acc_1',
      requestE164: offer.e164,
      supplierRef: offer.supplierRef,
      documentsApproved: false,
    });

  it('are ten of forty concurrent requests, and the others stay available without a call', async () => {
    const outcomes = await reserveAll(offers);
    expect([countOf(outcomes, 'reserved'), countOf(outcomes, 'available')]).toEqual([BUDGET, NUMBERS - BUDGET]);
    expect([reserved().length, fake.count('POST /did_reservations')]).toEqual([BUDGET, BUDGET]);
  });

  it('never exceed ten while accounts reserve and remove numbers at once', async () => {
    const most: number[] = [];
    const churn = async (from: number) => {
      for (let round = 0; round < 6; round += 1) {
        const offer = offers[(from * 7 + round * 5) % NUMBERS]!;
        const accountId = `acc_${from}`;
        await reserve(offer, from, accountId);
        most.push(reserved().length);
        await processes[from % PROCESSES]!.endReservation(offer, accountId);
      }
    };
    await Promise.all(Array.from({ length: 24 }, (_, from) => churn(from)));
    expect(Math.max(...most)).toBeLessThanOrEqual(BUDGET);
    expect(countOf(await reserveAll(offers), 'reserved')).toBe(BUDGET);
  });

  it('answer `unavailable` past the budget for a number that was sold', async () => {
    await reserveAll(offers.slice(0, BUDGET));
    const sold = offers[BUDGET]!;
    await order(sold);
    await expect(reserve(sold)).resolves.toBe('unavailable');
  });

  it('free their place when they are ended', async () => {
    await reserveAll(offers.slice(0, BUDGET));
    await processes[1]!.endReservation(offers[0]!, 'acc_1');
    await processes[2]!.endReservation(offers[0]!, 'acc_1');
    await processes[2]!.endReservation(offers[1]!, 'acc_another');
    const outcomes = await reserveAll(offers.slice(BUDGET, BUDGET + 5));
    expect([countOf(outcomes, 'reserved'), reserved().length]).toEqual([1, BUDGET]);
  });

  it('free their place when the number is bought', async () => {
    await reserveAll(offers.slice(0, BUDGET));
    expect(await order(offers[0]!)).toMatchObject({ status: 'bought' });
    expect(countOf(await reserveAll(offers.slice(BUDGET, BUDGET + 5)), 'reserved')).toBe(1);
  });

  it('free their place when DIDWW refuses', async () => {
    fake.state.reservationsMax = 2;
    expect(countOf(await reserveAll(offers.slice(0, BUDGET)), 'reserved')).toBe(2);
    fake.state.reservationsMax = NUMBERS;
    expect(countOf(await reserveAll(offers.slice(BUDGET, NUMBERS)), 'reserved')).toBe(BUDGET - 2);
  });

  it('free their place when they have expired', async () => {
    await reserveAll(offers.slice(0, BUDGET));
    clock.aheadMs = 9 * 60_000;
    expect(countOf(await reserveAll(offers.slice(BUDGET)), 'reserved')).toBe(0);
    clock.aheadMs = 11 * 60_000;
    expect(countOf(await reserveAll(offers.slice(BUDGET)), 'reserved')).toBe(BUDGET);
  });

  it('keep their place when renewed, even while others wait', async () => {
    await reserveAll(offers.slice(0, BUDGET));
    clock.aheadMs = 6 * 60_000;
    const [renewed, others] = await Promise.all([
      reserveAll(offers.slice(0, BUDGET)),
      reserveAll(offers.slice(BUDGET)),
    ]);
    expect([countOf(renewed, 'reserved'), countOf(others, 'reserved')]).toEqual([BUDGET, 0]);
    expect(reserved()).toHaveLength(BUDGET);
  });

  it('count while their outcome is unknown, until they would have expired', async () => {
    fake.script('POST /did_reservations', ...Array.from({ length: BUDGET }, () => 'unanswered' as const));
    const lost = await Promise.allSettled(offers.slice(0, BUDGET).map((offer, index) => reserve(offer, index)));
    expect(lost.map(({ status }) => status)).toEqual(Array.from({ length: BUDGET }, () => 'rejected'));
    expect(countOf(await reserveAll(offers.slice(BUDGET)), 'reserved')).toBe(0);
    clock.aheadMs = 12 * 60_000;
    expect(countOf(await reserveAll(offers.slice(BUDGET)), 'reserved')).toBe(BUDGET);
  });
});
