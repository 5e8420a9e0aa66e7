import { newId } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { COVERAGE_DEFAULTS, type CoverageEntry } from '../../domain/porting/coverage';
import { numberingPersistence } from '../../numbering.module';
import { stockWorld, type StockWorld } from '../../testing';

const OPERATOR = 'op_1';
const row = (change: Partial<CoverageEntry> = {}): CoverageEntry => ({
  ...COVERAGE_DEFAULTS,
  country: 'DE',
  numberType: 'geographic',
  ...change,
});

describe('checks of ports, in PostgreSQL', () => {
  let test: TestDatabase;
  let world: StockWorld;
  let accountId: string;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(() => {
    world = stockWorld(test.db);
    accountId = newId('acc');
    world.funds.balances.set(accountId, 1000);
  });

  const check = async (...e164s: string[]) => world.checkPorts.check(accountId, e164s);
  const give = (e164: string, to = accountId) =>
    world.giveNumber.give(OPERATOR, {
      accountId: to,
      fromAccountId: null,
      e164,
      monthlyPriceCents: 0,
      setupPriceCents: 0,
      route: { trunkId: null, routingProfileId: null },
    });

  it('answer in the order of the request, from coverage, carriers, numbers and stock', async () => {
    const other = newId('acc');
    world.funds.balances.set(other, 1000);
    await world.operateCoverage.setCoverage(OPERATOR, [
      row({ pinRequired: true, feeCents: 300 }),
      row({ numberType: 'mobile', portable: false }),
    ]);
    await world.operateCoverage.setCarriers(OPERATOR, [
      { prefix: '49', carrier: 'Incumbent' },
      { prefix: '49301234', carrier: 'Challenger' },
    ]);
    await give('+493077000001');
    await give('+493077000002', other);
    await world.add(['+493077000003']);
    const numbers = [
      '+493077000003',
      '+493012345678',
      '+493077000001',
      '+493077000002',
      '+4915123456789',
      '+33123456789',
    ];
    expect(await check(...numbers)).toMatchObject([
      { e164: numbers[0], portable: false, reasonCode: 'already_here' },
      { portable: true, reasonCode: null, losingCarrier: 'Challenger', pinRequired: true, coverage: { feeCents: 300 } },
      { portable: false, reasonCode: 'own_number', losingCarrier: 'Incumbent' },
      { portable: false, reasonCode: 'already_here' },
      { portable: false, reasonCode: 'not_portable' },
      { e164: numbers[5], portable: null, reasonCode: 'not_covered', losingCarrier: null },
    ]);
  });

  it('take less than 2 s for 1,000 numbers', async () => {
    await world.operateCoverage.setCoverage(OPERATOR, [row()]);
    const numbers = Array.from({ length: 1000 }, (_, n) => `+4930${20_000_000 + n}`);
    const started = performance.now();
    const checks = await check(...numbers);
    expect(checks.every(({ portable }) => portable)).toBe(true);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  describe('coverage', () => {
    it('is replaced as a whole, and the audit trail has the rows that differ', async () => {
      await world.operateCoverage.setCoverage(OPERATOR, [row(), row({ numberType: 'mobile' })]);
      world.audited.length = 0;
      const now = await world.operateCoverage.setCoverage(OPERATOR, [row(), row({ numberType: 'tollfree' })]);
      expect(now.map(({ numberType }) => numberType)).toEqual(['geographic', 'tollfree']);
      expect(world.audited).toMatchObject([
        {
          action: 'port_coverage.change',
          before: { 'DE mobile': { portable: true } },
          after: { 'DE tollfree': { lead_days: 14, number_type: 'tollfree' } },
        },
      ]);
      await world.operateCoverage.setCoverage(OPERATOR, now);
      expect(world.audited).toHaveLength(1);
    });

    it('is that of one operator if two replace it at once', async () => {
      const versions = Array.from({ length: 8 }, (_, n) => [
        row({ feeCents: n }),
        row({ numberType: 'mobile', feeCents: n }),
      ]);
      await Promise.all(versions.map((rows) => world.operateCoverage.setCoverage(OPERATOR, rows)));
      const fees = (await check('+493012345678', '+4915123456789')).map(({ coverage }) => coverage?.feeCents);
      expect(fees[0]).toBe(fees[1]);
    });
  });
});
