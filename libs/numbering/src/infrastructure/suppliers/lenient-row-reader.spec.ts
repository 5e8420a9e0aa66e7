import { TestClock } from '@trunkline/kernel/testing';
import { loadSettings, Metrics } from '@trunkline/platform';
import { RecordingLog } from '@trunkline/platform/testing';
import type { NumberSupplier, OfferFilters } from '../../application/supply/supplier';
import { FakeDidww } from '../../testing/supply/fake-didww/fake-didww';
import { FakeReservationBudget } from '../../testing/supply/fake-reservation-budget';
import { FakeSupplier } from '../../testing/supply/fake-supplier';
import { FakeTelnyx } from '../../testing/supply/fake-telnyx/fake-telnyx';
import { SupplierFactory } from './supplier-factory';
import { NO_FILTERS } from '../../testing/samples';

type Row = Record<string, unknown>;

const SETTINGS = {
  DATABASE_URL: 'postgres://nobody@localhost/nothing',
  SESSION_SECRETS: 's'.repeat(32),
  MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  OPERATOR_TOKENS: 'operator-token-for-tests',
  SWITCH_TOKENS: 'switch-token-for-tests',
  ROOT_URL: 'https://numbers.example.com',
};
const FILTERS: OfferFilters = {
  ...NO_FILTERS,
  country: 'US',
};

describe('undocumented rows of suppliers', () => {
  let didww: FakeDidww;
  let telnyx: FakeTelnyx;
  let metrics: Metrics;
  let log: RecordingLog;
  let clock: TestClock;
  let suppliers: { readonly telnyx: NumberSupplier; readonly didww: NumberSupplier };

  beforeEach(async () => {
    didww = await FakeDidww.start();
    telnyx = await FakeTelnyx.start();
    metrics = new Metrics('api');
    log = new RecordingLog();
    clock = new TestClock();
    didww.stock.addCountry('US', 'United States', '1');
    didww.stock.addCountry('DE', 'Germany', '49');
    didww.stock.addGroup({ country: 'US', type: 'Local', prefix: '617', area: 'Boston', selects: true, stock: 3 });
    didww.stock.addGroup({ country: 'US', type: 'Local', prefix: '212', area: 'New York', stock: 3 });
    didww.stock.addGroup({ country: 'DE', type: 'National', prefix: '32', area: 'National', stock: 3 });
    const settings = loadSettings({
      ...SETTINGS,
      NUMBER_SUPPLIERS: 'telnyx,didww',
      TELNYX_API_KEY: telnyx.authorization.replace('Bearer ', ''),
      TELNYX_PUBLIC_KEY: telnyx.publicKey,
      TELNYX_API_BASE: telnyx.baseUrl.href,
      DIDWW_API_KEY: didww.config.apiKey,
      DIDWW_API_BASE: didww.config.apiBase.href,
      DIDWW_CALLBACK_SECRETS: didww.config.callbackSecrets.join(),
    });
    const budget = new FakeReservationBudget();
    const ours = { sandbox: () => new FakeSupplier(), stock: () => new FakeSupplier() };
    const created = new SupplierFactory(settings, ours, budget, clock, metrics, log).create();
    suppliers = { telnyx: created.get('telnyx'), didww: created.get('didww') };
  });
  afterEach(() => Promise.all([didww.stop(), telnyx.stop()]));

  const search = async (supplier: NumberSupplier, change: Partial<OfferFilters> = {}) => {
    const wanted = { filters: { ...FILTERS, ...change }, sort: 'relevance', limit: 100, after: null } as const;
    return (await supplier.search({ ...wanted, accountId: 'acc_1' })).items.map(({ offer }) => offer);
  };
  const countriesOf = async (supplier: NumberSupplier) =>
    (await supplier.countries()).map(({ country }) => country).sort();
  const counted = async (supplier: string, list: string) => {
    const label = `trunkline_supplier_skipped_rows_total{supplier="${supplier}",list="${list}",service="api"} `;
    const line = (await metrics.text()).split('\n').find((each) => each.startsWith(label));
    return Number(line?.slice(label.length) ?? 0);
  };
  const rowsOf = (body: Row) => body['data'] as Row[];

  describe('of Telnyx', () => {
    const rewriteRequirements = (change: (row: Row) => Row) =>
      telnyx.rewrites.set('/v2/requirements', (body) => ({ ...body, data: rowsOf(body).map(change) }));
    const renamed = ({ requirements_types, ...row }: Row): Row => ({ ...row, requirement_types: requirements_types });
    const berlin = () => suppliers.telnyx.requirements('DE', 'geographic', null);

    it.each([
      ['requirements_types', (row: Row) => row],
      ['requirement_types', renamed],
    ])('are read as requirements from `%s`', async (_name, change) => {
      const usual = await berlin();
      clock.advance(3600);
      rewriteRequirements(change);
      expect(await berlin()).toEqual(usual);
      expect(usual).toMatchObject({ requiresActivation: true, address: 'local' });
      expect((await search(suppliers.telnyx, { country: 'DE' }))[0]).toMatchObject({ requiresActivation: true });
      expect(await counted('telnyx', 'requirements')).toBe(0);
    });

    it.each([[''], [' '], [null], [undefined]])('mean every type by a phone_number_type of %j', async (blank) => {
      rewriteRequirements((row) => ({ ...renamed(row), phone_number_type: blank }));
      expect(await berlin()).toMatchObject({ requiresActivation: true, documents: [{}, {}, {}] });
      const german = (await suppliers.telnyx.countries()).find(({ country }) => country === 'DE');
      expect(german?.numberTypes).toMatchObject([{ requiresActivation: true }]);
      expect((await search(suppliers.telnyx, { country: 'US' }))[0]).toMatchObject({ requiresActivation: false });
      expect(await counted('telnyx', 'requirements')).toBe(0);
    });

    it('are listed once as a requirement of one type and of every type', async () => {
      telnyx.rewrites.set('/v2/requirements', (body) => {
        const both = rowsOf(body).flatMap((row) => [row, { ...renamed(row), phone_number_type: '' }]);
        return { ...body, data: both };
      });
      expect((await berlin())?.documents).toHaveLength(3);
    });

    it.each([
      ['requirements', '/v2/requirements', { id: 'r-9', country_code: 'DE', phone_number_type: 'local' }],
      ['requirements', '/v2/requirements', { requirement_types: [] }],
      ['requirements', '/v2/requirements', 'odd'],
      ['requirement_types', '/v2/requirements', { country_code: 'DE', requirement_types: ['req-9'] }],
      ['available_phone_numbers', '/v2/available_phone_numbers', { phone_number: '+12125559999' }],
      ['available_phone_numbers', '/v2/available_phone_numbers', { cost_information: { currency: 'USD' } }],
      ['available_phone_numbers', '/v2/available_phone_numbers', null],
      ['inventory_coverage', '/v2/inventory_coverage', { count: 3 }],
    ])('are skipped when invalid among %s', async (list, path, odd) => {
      const usual = await search(suppliers.telnyx);
      const usualCountries = await countriesOf(suppliers.telnyx);
      clock.advance(3600);
      telnyx.rewrites.set(path, (body) => ({ ...body, data: [odd, ...rowsOf(body)] }));
      expect(await search(suppliers.telnyx)).toEqual(usual);
      expect(await countriesOf(suppliers.telnyx)).toEqual(usualCountries);
      expect(await search(suppliers.telnyx, { country: 'DE' })).not.toEqual([]);
      expect(await counted('telnyx', list)).toBeGreaterThan(0);
    });

    it.each([
      ['Odd Land', { numbers: true, local: {} }],
      ['Odd Land', 'odd'],
      ['Odd Land', null],
      ['Odd Land', { code: 'FR', numbers: true, local: 'odd' }],
    ])('are skipped as an invalid country: %s %j', async (name, odd) => {
      telnyx.rewrites.set('/v2/country_coverage', (body) => ({ data: { [name]: odd, ...(body['data'] as Row) } }));
      expect(await countriesOf(suppliers.telnyx)).toEqual(['DE', 'GB', 'US']);
      expect((await search(suppliers.telnyx)).length).toBeGreaterThan(0);
      expect(await counted('telnyx', 'country_coverage')).toBeGreaterThan(0);
    });

    it('are no coverage if none is readable: the supplier counts as unavailable', async () => {
      telnyx.rewrites.set('/v2/country_coverage', () => ({ data: { Here: {}, There: {} } }));
      await expect(suppliers.telnyx.countries()).rejects.toThrow('Telnyx');
    });
  });

  describe('of DIDWW', () => {
    const group = (change: (row: Row) => Row) => {
      didww.rewrites.set('/did_groups', (body) => {
        const [first, ...others] = rowsOf(body);
        return { ...body, data: [change(first!), ...others] };
      });
    };
    const omit = (row: Row, name: string): Row =>
      Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
    const withoutMeta = (name: string) => (row: Row) => ({ ...row, meta: omit(row['meta'] as Row, name) });
    const without = (name: string) => (row: Row) => {
      return { ...row, relationships: omit(row['relationships'] as Row, name) };
    };

    it.each([
      ['country', without('country')],
      ['did_group_type', without('did_group_type')],
      ['meta.available_dids_enabled', withoutMeta('available_dids_enabled')],
      ['meta.is_available', withoutMeta('is_available')],
      ['meta', (row: Row) => omit(row, 'meta')],
      ['id', (row: Row) => omit(row, 'id')],
    ] as const)('are skipped as a group without %s, and the others stay on sale', async (_what, change) => {
      group(change);
      const offers = await search(suppliers.didww);
      expect(new Set(offers.map(({ areaCode }) => areaCode))).toEqual(new Set(['212']));
      expect(await countriesOf(suppliers.didww)).toContain('US');
      expect(await counted('didww', 'did_groups')).toBeGreaterThan(0);
    });

    it('are skipped as a country without code', async () => {
      didww.rewrites.set('/countries', (body) => {
        const odd = [{ type: 'countries', id: 'odd', attributes: { name: 'Odd' } }, 'odd', { id: 7 }];
        return { ...body, data: [...odd, ...rowsOf(body)] };
      });
      expect(await countriesOf(suppliers.didww)).toEqual(['DE', 'US']);
      expect(await counted('didww', 'countries')).toBe(3);
      didww.rewrites.set('/countries', (body) => ({ ...body, data: [{ id: 7 }, { id: 8 }] }));
      clock.advance(3600);
      await expect(suppliers.didww.countries()).rejects.toThrow('type or id');
    });

    it.each([{ attributes: {} }, { attributes: { number: 7 } }, { id: undefined }])(
      'are skipped as an available number without %j',
      async (change) => {
        didww.rewrites.set('/available_dids', (body) => {
          const [first, ...others] = rowsOf(body);
          return { ...body, data: [{ ...first, ...change }, ...others] };
        });
        expect((await search(suppliers.didww, { areaCode: '617' })).length).toBeGreaterThan(0);
        expect((await search(suppliers.didww, { contains: '617' })).length).toBeGreaterThan(0);
        expect(await counted('didww', 'available_dids')).toBeGreaterThan(0);
      },
    );

    it('are skipped as an invalid address requirement', async () => {
      didww.stock.addGroup({
        country: 'DE',
        type: 'Local',
        prefix: '30',
        area: 'B',
        needsRegistration: true,
        stock: 1,
      });
      const usual = await suppliers.didww.requirements('DE', 'geographic', null);
      const odd = { type: 'address_requirements', id: 'odd', attributes: {}, relationships: { did_group_type: 7 } };
      didww.rewrites.set('/address_requirements', (body) => ({ ...body, data: ['odd', odd, ...rowsOf(body)] }));
      expect(await suppliers.didww.requirements('DE', 'geographic', null)).toEqual(usual);
      expect(await counted('didww', 'address_requirements')).toBe(2);
    });

    it('are skipped as an invalid included record', async () => {
      didww.rewrites.set('/did_groups', (body) => ({
        ...body,
        included: ['odd', null, { id: 'x' }, ...(body['included'] as Row[])],
      }));
      expect(new Set((await search(suppliers.didww)).map(({ areaCode }) => areaCode))).toEqual(new Set(['212', '617']));
    });

    it('are counted as they came, not as they could be read', async () => {
      didww.rewrites.set('/did_groups', (body) => {
        const odd = rowsOf(body).map((_row, index) => ({ id: index }));
        return { ...body, data: [...odd, ...rowsOf(body)], meta: { total_records: odd.length * 2 } };
      });
      expect((await suppliers.didww.areas('US', null)).length).toBe(2);
      expect(didww.count('GET /did_groups')).toBe(1);
    });
  });

  it('are logged once an hour for each list, with what is wrong', async () => {
    telnyx.rewrites.set('/v2/inventory_coverage', (body) => ({ data: [{ count: 1 }, {}, ...rowsOf(body)] }));
    for (let time = 0; time < 5; time += 1) await search(suppliers.telnyx);
    const warning = (fields: object) => ({ level: 'warn', message: 'Skipped rows of a supplier', fields });
    const first = {
      supplier: 'telnyx',
      list: 'inventory_coverage',
      skipped: 2,
      reason: expect.stringContaining('text'),
    };
    expect(log.lines).toEqual([warning(first)]);
    clock.advance(3601);
    await search(suppliers.telnyx);
    expect(log.lines).toHaveLength(2);
    expect(await counted('telnyx', 'inventory_coverage')).toBeGreaterThan(10);
  });
});
