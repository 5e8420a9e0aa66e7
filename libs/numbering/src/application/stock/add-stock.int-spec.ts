import { TestClock } from '@trunkline/kernel/testing';
import { testDatabase, testEventBus, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../numbering.module';
import { aNumber, aStockTerms, FakeSupplier, wireNumbering } from '../../testing';
import type { StockItem } from './add-stock';
import { readStockCsv } from './read-stock-csv';

const OPERATOR = 'op_1';

describe('adding to the stock, in PostgreSQL', () => {
  let test: TestDatabase;
  let world: ReturnType<typeof wireNumbering<FakeSupplier>>;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    const clock = new TestClock();
    await test.db.query('DELETE FROM numbering.stock_numbers');
    await test.db.query('DELETE FROM numbering.phone_numbers');
    world = wireNumbering(test.db, { supplier: new FakeSupplier(), events: testEventBus(test.db, clock), clock });
  });

  const item = (change: Partial<StockItem> = {}): StockItem => ({
    line: 1,
    e164: null,
    from: null,
    to: null,
    carrierId: null,
    terms: aStockTerms(),
    ...change,
  });
  const list = async (filters = {}) => {
    const page = { limit: 100, sort: 'e164', order: 'asc', after: null } as const;
    return (await world.stores.stockQueries.list(filters, page)).items;
  };
  const csv = (...lines: string[]) => world.addStock.add(OPERATOR, readStockCsv(Buffer.from(lines.join('\n'))));

  it('adds single numbers and ranges, each free, and records them', async () => {
    const added = await world.addStock.add(OPERATOR, [
      item({ e164: '+493012340000', carrierId: 'car_1' }),
      item({ line: 2, from: '+493012340010', to: '+493012340012' }),
    ]);
    expect(added).toMatchObject({ added: 4, faultCount: 0, faults: [] });
    expect(await list()).toMatchObject([
      { e164: '+493012340000', state: 'free', carrierId: 'car_1', accountId: null, availableAt: null, city: 'Berlin' },
      { e164: '+493012340010', state: 'free', carrierId: null, monthlyCents: 100 },
      { e164: '+493012340011' },
      { e164: '+493012340012' },
    ]);
    expect(world.audited).toMatchObject([
      { actor: OPERATOR, action: 'stock.add', subject: '+493012340000', after: { added: 4 } },
    ]);
  });

  it('adds more numbers than one transaction does', async () => {
    const added = await world.addStock.add(OPERATOR, [item({ from: '+493012340000', to: '+493012344999' })]);
    expect(added).toMatchObject({ added: 5000, faultCount: 0 });
    expect(world.audited).toHaveLength(3);
  });

  it('lets other work run while it reads a file of faults', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const header = 'e164,country,number_type,capabilities,monthly_cents,setup_cents';
    const read = await csv(header, ...Array<string>(20_000).fill('+4912,DE,geographic,voice,100,0'));
    clearInterval(timer);
    expect(read).toMatchObject({ added: 0, faultCount: 20_000 });
    expect(turns).toBeGreaterThan(3);
  });

  it.each<[string, Partial<StockItem>, string, RegExp]>([
    ['no number', {}, 'e164', /Send `e164`/],
    ['a number and a range', { e164: '+493012340000', to: '+493012340001' }, 'e164', /not both/],
    ['half a range', { from: '+493012340000' }, 'e164', /`from` and `to`/],
    ['a number with a trunk prefix', { e164: '+4903012340000' }, 'e164', /canonical form, \+493012340000/],
    ['no phone number', { e164: '+4912' }, 'e164', /must be/],
    ['the wrong first number', { from: '4930', to: '+493012340001' }, 'from', /must be/],
    ['a range backwards', { from: '+493012340001', to: '+493012340000' }, 'to', /not precede/],
    ['a range of two lengths', { from: '+493012340000', to: '+4930123400001' }, 'to', /length/],
    ['10,001 numbers', { from: '+493012340000', to: '+493012350000' }, 'to', /at most 10000/],
    ['another country', { e164: '+33123456789' }, 'country', /\+49/],
    ['another area', { e164: '+498912340000' }, 'area_code', /begins after \+49/],
    ['an unknown carrier', { e164: '+493012340000', carrierId: 'car_x' }, 'carrier_id', /not a carrier/],
  ])('faults %s, and adds the others', async (_name, change, column, message) => {
    const added = await world.addStock.add(OPERATOR, [item(change), item({ line: 2, e164: '+493012349999' })]);
    expect(added).toMatchObject({ added: 1, faultCount: 1 });
    expect(added.faults).toEqual([{ line: 1, column, message: expect.stringMatching(message) }]);
  });

  it('accepts a range of 10,000', async () => {
    const added = await world.addStock.add(OPERATOR, [item({ from: '+493012340000', to: '+493012349999' })]);
    expect(added.added).toBe(10_000);
  });

  it('faults numbers that are in stock, in the request twice, or assigned to an account', async () => {
    await world.addStock.add(OPERATOR, [item({ e164: '+493012340001' })]);
    await world.stores.numbers.add(Object.assign(aNumber(), { e164: '+493012340002' }));
    const added = await world.addStock.add(OPERATOR, [
      item({ from: '+493012340000', to: '+493012340005' }),
      item({ line: 2, e164: '+493012340005' }),
    ]);
    expect(added.added).toBe(4);
    expect(added.faults.map(({ line, message }) => [line, message])).toEqual([
      [1, '+493012340002 is assigned to an account. Add it when it is released.'],
      [1, '+493012340001 is in stock already.'],
      [2, '+493012340005 is in stock already.'],
    ]);
  });

  it('adds each number once for two requests at a time', async () => {
    const range = [item({ from: '+493012340000', to: '+493012342999' })];
    const added = await Promise.all([world.addStock.add(OPERATOR, range), world.addStock.add(OPERATOR, range)]);
    expect(added.reduce((sum, each) => sum + each.added, 0)).toBe(3000);
  });

  describe('from a CSV file', () => {
    const HEADER = 'e164,country,number_type,area_code,city,capabilities,monthly_cents,setup_cents';

    it('reads columns in any order, with a byte order mark and quotes', async () => {
      const added = await csv(
        '\uFEFFmonthly_cents,setup_cents,"capabilities",number_type,country,region,from,to,requires_activation,carrier_id\r',
        '80,0,"voice,sms",mobile,DE,"Bayern, Süd",+4915112340000,+4915112340001,true,car_1\r',
      );
      expect(added).toMatchObject({ added: 2, faults: [] });
      expect((await list())[0]).toMatchObject({
        e164: '+4915112340000',
        numberType: 'mobile',
        region: 'Bayern, Süd',
        city: null,
        areaCode: null,
        capabilities: ['sms', 'voice'],
        monthlyCents: 80,
        requiresActivation: true,
        carrierId: 'car_1',
      });
    });

    it('lists faults by line and column', async () => {
      const added = await csv(
        HEADER,
        '+493012340000,DE,geographic,30,Berlin,voice,80,0',
        '+493012340001,XX,geographic,30,Berlin,voice,80,0',
        '+493012340002,DE,fixed,30,Berlin,voice,80,0',
        '+493012340003,DE,geographic,3x,Berlin,voice,80,0',
        '+493012340004,DE,geographic,30,Berlin,telex,80,0',
        '+493012340005,DE,geographic,30,Berlin,voice,-1,0',
        '+493012340006,DE,geographic,30,Berlin,voice,80,0.5',
        '+493012340007,DE,geographic,30,Berlin,voice,80',
        '+493012340008,DE,geographic,30,...,voice,80,0',
        '',
        '+493012340000,DE,geographic,30,Berlin,voice,80,0',
      );
      expect(added.added).toBe(1);
      expect(added.faults.map(({ line, column }) => `${line} ${column}`)).toEqual([
        '3 country',
        '4 number_type',
        '5 area_code',
        '6 capabilities',
        '7 monthly_cents',
        '8 setup_cents',
        '9 e164',
        '10 city',
        '12 e164',
      ]);
    });

    it.each([
      ['an empty file', [''], 'e164'],
      ['an unknown column', [`${HEADER},colour`, 'x'], 'colour'],
      ['a column twice', [`${HEADER},e164`], 'e164'],
      ['a missing column', ['e164,country,number_type,capabilities,setup_cents'], 'monthly_cents'],
    ])('faults %s', async (_name, lines, column) => {
      expect(await csv(...lines)).toMatchObject({ added: 0, faultCount: 1, faults: [{ line: 1, column }] });
    });

    it('counts all faults, and lists a thousand', async () => {
      const lines = Array.from({ length: 1200 }, () => '+4930,DE,geographic,30,Berlin,voice,80,0');
      const added = await csv(HEADER, ...lines);
      expect([added.faultCount, added.faults.length]).toEqual([1200, 1000]);
    });
  });

  describe('changes by the operator', () => {
    const E164 = '+493012340000';
    const change = (given: Parameters<typeof world.changeStock.update>[1]) =>
      world.changeStock.update({ operator: OPERATOR, e164: E164 }, given);
    const reserve = () =>
      test.db.query(
        `UPDATE numbering.stock_numbers SET state = 'reserved', account_id = 'acc_1',
      available_at = now() + interval '10 minutes' WHERE e164 = $1`,
        [E164],
      );
    beforeEach(() => world.addStock.add(OPERATOR, [item({ e164: E164 })]));

    it('set terms and carrier, and are recorded before and after', async () => {
      expect(await change({ monthlyCents: 90, carrierId: 'car_1' })).toMatchObject({
        monthlyCents: 90,
        carrierId: 'car_1',
      });
      expect(world.audited.at(-1)).toMatchObject({
        action: 'stock.change',
        before: { monthly_cents: 100, carrier_id: null },
        after: { monthly_cents: 90, carrier_id: 'car_1' },
      });
    });

    it('that change nothing are not recorded', async () => {
      await change({ monthlyCents: 100 });
      expect(world.audited).toHaveLength(1);
    });

    it('withdraw a number and put it back on sale', async () => {
      expect(await change({ state: 'withdrawn' })).toMatchObject({ state: 'withdrawn' });
      expect(await change({ state: 'free' })).toMatchObject({ state: 'free' });
    });

    it('end the ageing', async () => {
      await test.db.query(`UPDATE numbering.stock_numbers SET state = 'ageing', available_at = now() WHERE e164 = $1`, [
        E164,
      ]);
      expect(await change({ state: 'free' })).toMatchObject({ state: 'free', availableAt: null });
    });

    it('reject wrong terms, and another state or the deletion of a reserved number', async () => {
      await expect(change({ areaCode: '89' })).rejects.toMatchObject({ fields: { area_code: expect.any(String) } });
      await expect(change({ carrierId: 'car_x' })).rejects.toMatchObject({
        fields: { carrier_id: 'is not a carrier' },
      });
      await reserve();
      await expect(change({ state: 'withdrawn' })).rejects.toMatchObject({ code: 'invalid_state' });
      await expect(world.changeStock.remove({ operator: OPERATOR, e164: E164 })).rejects.toMatchObject({
        code: 'invalid_state',
      });
      expect(await change({ monthlyCents: 70 })).toMatchObject({
        state: 'reserved',
        accountId: 'acc_1',
        monthlyCents: 70,
      });
    });

    it('delete a number, once', async () => {
      await world.changeStock.remove({ operator: OPERATOR, e164: E164 });
      expect(world.audited.at(-1)).toMatchObject({
        action: 'stock.delete',
        before: { state: 'free', monthly_cents: 100 },
      });
      await expect(world.changeStock.remove({ operator: OPERATOR, e164: E164 })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(change({ monthlyCents: 1 })).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('in lists', () => {
    beforeEach(async () => {
      await world.addStock.add(OPERATOR, [
        item({ from: '+493012340000', to: '+493012340004', carrierId: 'car_1' }),
        item({ e164: '+4915112340000', terms: aStockTerms({ numberType: 'mobile', areaCode: '151' }) }),
        item({ e164: '+33123456789', terms: aStockTerms({ country: 'FR', areaCode: null }) }),
      ]);
      await world.changeStock.update({ operator: OPERATOR, e164: '+493012340000' }, { state: 'withdrawn' });
    });

    it.each([
      [{}, 7],
      [{ state: ['free'] }, 6],
      [{ state: ['free', 'withdrawn'] }, 7],
      [{ country: ['FR'] }, 1],
      [{ numberType: ['mobile'] }, 1],
      [{ carrierId: ['car_1'] }, 5],
      [{ q: '1234' }, 7],
      [{ q: '3301' }, 0],
      [{ q: '+4930' }, 5],
      [{ q: '34000', state: ['withdrawn'], carrierId: ['car_1'], country: ['DE'] }, 1],
    ] as const)('filters by %j', async (filters, count) => {
      expect(await list(filters)).toHaveLength(count);
    });

    it('page through all numbers once, in either order', async () => {
      for (const order of ['asc', 'desc'] as const) {
        const seen: string[] = [];
        let after = null as { key: string | number; id: string } | null;
        do {
          const page = await world.stores.stockQueries.list({}, { limit: 3, sort: 'e164', order, after });
          seen.push(...page.items.map(({ e164 }) => e164));
          after = page.next;
        } while (after);
        expect(seen).toEqual(order === 'asc' ? seen.toSorted() : seen.toSorted().reverse());
        expect(new Set(seen).size).toBe(7);
      }
    });
  });
});
