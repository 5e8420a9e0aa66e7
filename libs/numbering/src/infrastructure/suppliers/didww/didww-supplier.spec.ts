import { NO_FILTERS } from '../../../testing/samples';
import { DidwwWorld } from '../../../testing/supply/didww-world';
import { supplierContract } from '../../../testing/supply/supplier-contract';

const SHORT_MS = 500;

describe('DIDWW', () => {
  let world: DidwwWorld;

  beforeEach(async () => {
    world = await DidwwWorld.start();
  });
  afterEach(() => world.stop());

  supplierContract('DIDWW', () => Promise.resolve({ supplier: world.supplier, country: 'US', unsoldCountry: 'KP' }));

  describe('in a search', () => {
    it('shows an available DID as a live row, at the price of the cheapest SKU with channels, parts of a cent up', async () => {
      const offer = await world.live();
      expect(offer).toMatchObject({
        supplier: 'didww',
        country: 'US',
        numberType: 'geographic',
        areaCode: '212',
        city: 'New York',
        region: 'New York State',
        monthlyPriceCents: 86,
        setupPriceCents: 7,
        requiresActivation: false,
        capabilities: ['voice', 'sms', 'fax', 't38', 'emergency'],
      });
      expect(offer.e164).toMatch(/^\+1212\d{4}$/);
    });

    it('shows a group whose numbers cannot be chosen as one catalog row', async () => {
      expect(await world.find({ country: 'US', areaCode: '617' })).toEqual([
        expect.objectContaining({ e164: null, placeholder: '+1617XXXXXXX', city: 'Boston', monthlyPriceCents: 85 }),
      ]);
    });

    it.each([
      ['tollfree', 'US'],
      ['national', 'DE'],
      ['inum', 'ZZ'],
    ] as const)('shows %s numbers', async (numberType, country) => {
      const offers = await world.find({ country });
      expect(offers.map((offer) => offer.numberType)).toContain(numberType);
    });

    it('shows the registration and restrictions of a group', async () => {
      const [offer] = await world.find({ country: 'DE', numberType: 'geographic' });
      expect(offer).toMatchObject({ requiresActivation: true, restrictions: [{ message: 'Live in the city.' }] });
    });

    it('shows no unsupported types, and counts their groups', async () => {
      const offers = [...(await world.find({ country: 'US' })), ...(await world.find({ country: 'DE' }))];
      expect(offers.filter(({ areaCode }) => areaCode === '900')).toEqual([]);
      expect(offers.filter(({ numberType }) => numberType === 'inum')).toEqual([]);
      expect(world.supplier.droppedGroups).toEqual({ 'Shared Cost': 1, Global: 1 });
      world.clock.aheadMs = 3_600_000;
      await world.find({ country: 'US' });
      expect(world.supplier.droppedGroups).toEqual({ 'Shared Cost': 1, Global: 1 });
    });

    it('shows no group that is sold out', async () => {
      expect(await world.find({ country: 'DE', numberType: 'mobile' })).toEqual([]);
      expect(await world.supplier.areas('DE', 'mobile')).toMatchObject([{ areaCode: '', inStock: false }]);
    });

    it('shows countries with their types, at the lowest price of all groups', async () => {
      const countries = await world.supplier.countries();
      const codes = countries.map(({ country, callingCode }) => [country, callingCode]);
      expect(codes).toEqual([
        ['US', '1'],
        ['DE', '49'],
        ['ZZ', '883'],
      ]);
      const { numberTypes } = countries[0]!;
      expect(numberTypes).toMatchObject([
        { numberType: 'geographic', fromMonthlyPriceCents: 85, requiresActivation: false },
        { numberType: 'tollfree', fromMonthlyPriceCents: 85 },
      ]);
    });
  });

  describe('with filters', () => {
    it('finds numbers by digits of the national number', async () => {
      const all = (await world.find({ country: 'US', areaCode: '212', source: 'live' })).map(({ e164 }) => e164!);
      const ending = all[3]!.slice(-3);
      const found = await world.find({ country: 'US', endsWith: ending });
      expect(found.map(({ e164 }) => e164)).toEqual([expect.stringMatching(new RegExp(`${ending}$`))]);
      expect(await world.find({ country: 'US', startsWith: '1212' })).toEqual([]);
      expect(await world.find({ country: 'US', endsWith: '212' })).toEqual([]);
      expect((await world.find({ country: 'US', startsWith: '2122' })).length).toBeGreaterThan(0);
      expect((await world.find({ country: 'US', contains: '1220' })).length).toBeGreaterThan(0);
    });

    it('finds numbers by prefixes of city and region', async () => {
      expect((await world.find({ country: 'US', city: 'new' })).every(({ city }) => city === 'New York')).toBe(true);
      expect(await world.find({ country: 'US', region: 'texas' })).toEqual([]);
      world.clock.aheadMs = 601_000;
      world.fake.stock.addGroup({ country: 'US', type: 'National', prefix: '533', area: '', stock: 1 });
      const national = { country: 'US', numberType: 'national', region: 'united s' } as const;
      expect(await world.find(national)).toMatchObject([{ areaCode: '533', region: 'United States' }]);
    });

    it('finds numbers by capabilities, price and registration', async () => {
      expect(
        (await world.find({ country: 'US', capabilities: ['sms'] })).every(({ areaCode }) => areaCode === '212'),
      ).toBe(true);
      expect(await world.find({ country: 'US', maxMonthlyPriceCents: 84 })).toEqual([]);
      expect(await world.find({ country: 'DE', requiresActivation: false, numberType: 'geographic' })).toEqual([]);
    });

    it('sorts numbers by price, lowest first', async () => {
      const { items } = await world.page({ country: 'US' }, 50, 'price');
      const prices = items.map(({ offer }) => offer.monthlyPriceCents);
      expect(prices).toEqual([...prices].sort((a, b) => a - b));
      expect(new Set(prices).size).toBe(2);
    });
  });

  it('returns every page without repeats, and warns when only a part was scanned', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (let round = 0; round < 30; round += 1) {
      const filters = { ...NO_FILTERS, country: 'US', source: 'live' as const };
      const found = await world.supplier.search({ filters, sort: 'e164', limit: 4, accountId: 'acc_1', after });
      seen.push(...found.items.map(({ offer }) => offer.e164!));
      after = found.items.at(-1)?.position ?? null;
      if (found.items.length < 4) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual([...seen].sort());
    expect(seen.at(-1)).toMatch(/^\+1800/);
  });

  it('warns that a page is short because only a part was scanned', async () => {
    const local = { country: 'US', areaCode: '212', source: 'live' } as const;
    expect(await world.page(local, 5)).toMatchObject({ isPartial: false });
    expect(await world.page({ country: 'US', numberType: 'tollfree' })).toMatchObject({ isPartial: false });
    world.fake.stock.addGroup({ country: 'US', type: 'Mobile', prefix: '305', area: 'M', selects: true, stock: 90 });
    expect(await world.page({ country: 'US', numberType: 'mobile' })).toMatchObject({ isPartial: false, items: [] });
    world.clock.aheadMs = 601_000;
    expect(await world.page({ country: 'US', numberType: 'mobile' })).toMatchObject({ isPartial: true });
    for (let index = 0; index < 20; index += 1) {
      const prefix = String(400 + index);
      world.fake.stock.addGroup({ country: 'DE', type: 'Mobile', prefix, area: 'M', selects: true, stock: 1 });
    }
    const { items, isPartial } = await world.page({ country: 'DE', numberType: 'mobile' });
    expect([items.length, isPartial]).toEqual([18, true]);
  });

  it('reads every page of its coverage, and caches it for minutes', async () => {
    for (let index = 0; index < 120; index += 1) {
      world.fake.stock.addGroup({ country: 'US', type: 'National', prefix: String(3000 + index), area: 'N', stock: 1 });
    }
    expect((await world.supplier.areas('US', 'national')).length).toBe(120);
    await world.supplier.areas('US', null);
    expect(world.fake.count('GET /did_groups')).toBe(2);
    world.clock.aheadMs = 601_000;
    await world.supplier.areas('US', null);
    expect(world.fake.count('GET /did_groups')).toBe(4);
  });

  describe('after a fault', () => {
    it.each(['lost', 'fault', 'half'] as const)('reads again after %s', async (fault) => {
      world.fake.script('GET /countries', fault);
      expect((await world.find({ country: 'US' })).length).toBeGreaterThan(0);
      expect(world.fake.count('GET /countries')).toBe(2);
    });

    it('reads again when Retry-After says', async () => {
      world.fake.script('GET /countries', 'busy');
      expect((await world.find({ country: 'US' })).length).toBeGreaterThan(0);
    });

    it('fails while the supplier does not respond, and retries the next time', async () => {
      world.supplier = world.make({}, SHORT_MS);
      world.fake.script('GET /countries', 'silent');
      await expect(world.page({ country: 'US' })).rejects.toThrow('timed_out');
      expect((await world.find({ country: 'US' })).length).toBeGreaterThan(0);
    });
  });

  it('is down when its key is rejected, and reports it without the key', async () => {
    const health = await world.make({ apiKey: 'a-wrong-key' }).health();
    expect(health).toMatchObject({ isUp: false, message: expect.stringContaining('401') });
    expect(health.message).not.toContain('a-wrong-key');
  });
});
