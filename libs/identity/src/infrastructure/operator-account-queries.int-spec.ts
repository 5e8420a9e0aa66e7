import { addDays, newId, type Role, SORT_ORDERS, type SortOrder, type Tier } from '@trunkline/kernel';
import { AuditTrail } from '@trunkline/platform';
import { testDatabase, testEventBus, type TestDatabase } from '@trunkline/platform/testing';
import type { OperatorAccountFilter } from '../application/operator/ports';
import { AdministerAccount } from '../application/operator/administer-account';
import { Account } from '../domain/account';
import { identityPersistence } from '../identity.module';
import { aVerifiedUser, FakeCallPricing, FakeWalletTerms, identityWorld, type IdentityWorld } from '../testing';
import { OperatorAccountReads } from './operator-account-queries';
import { everyPage } from '../testing/every-page';
import { openConnections } from '../testing/races';

const TIMES = 10;

describe('accounts for operators, in PostgreSQL', () => {
  let test: TestDatabase;
  let world: IdentityWorld;
  let queries: OperatorAccountReads;
  let administer: AdministerAccount;

  const operator = 'operator:abc';
  const anAccount = async (name: string, tier: Tier = 'self_serve') => {
    const account = Account.open({ name, country: 'GB', tier, signUpOperationId: newId('op') }, world.clock.now());
    await world.stores.accounts.add(account);
    world.clock.advance(1);
    return account.id;
  };
  const found = async (filter: OperatorAccountFilter, order: SortOrder = 'asc') => {
    const { items } = await queries.list(filter, { limit: 100, sort: 'created_at', order, after: null });
    return items.map(({ name }) => name);
  };
  const count = async (text: string, ...values: unknown[]) =>
    (await test.db.find<{ n: number }>(`SELECT count(*) AS n FROM ${text}`, values))?.n;

  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    world = identityWorld(test.db);
    queries = new OperatorAccountReads(test.db);
    const trail = new AuditTrail(test.db, world.clock);
    const events = testEventBus(test.db, world.clock);
    const terms = new FakeWalletTerms();
    administer = new AdministerAccount(
      test.db,
      world.stores.accounts,
      terms,
      new FakeCallPricing(),
      trail,
      events,
      world.clock,
    );
    await openConnections(test.db);
  });
  afterAll(() => test.close());

  describe('the list of accounts', () => {
    const ids: Record<string, string> = {};
    let email: string;

    beforeAll(async () => {
      for (const name of ['Ada & Sons', 'ADA 100%', 'ada_x', 'Émile', 'Bob']) ids[name] = await anAccount(name);
      ids['Reviewed'] = await anAccount('Reviewed', 'manual_review');
      const user = await aVerifiedUser(world, { name: 'Zoe', country: 'GB' });
      email = user.email;
      await test.db.query(
        `INSERT INTO identity.memberships (account_id, user_id, role, joined_at) VALUES ($1, $2, 'member', $3)`,
        [ids['Bob'], user.userId, world.clock.now()],
      );
      await administer.suspend({ accountId: ids['Bob'] ?? '', operator }, 'Debt');
    });

    it.each<[string, OperatorAccountFilter, string[]]>([
      ['the beginning of the name', { namePrefix: 'aDa' }, ['Ada & Sons', 'ADA 100%', 'ada_x']],
      ['letters that have cases elsewhere', { namePrefix: 'éM' }, ['Émile']],
      ['what stands for anything in a pattern', { namePrefix: 'ada_' }, ['ada_x']],
      ['the other one', { namePrefix: 'ada 100%' }, ['ADA 100%']],
      ['a backslash', { namePrefix: 'ada\\' }, []],
      ['a state', { status: ['suspended'] }, ['Bob']],
      ['a tier', { tier: ['manual_review', 'wholesale'] }, ['Reviewed']],
      ['several at once', { namePrefix: 'b', status: ['active'] }, []],
      ['an identifier that there is not', { id: 'acc_none' }, []],
    ])('filters by %s', async (_what, filter, expected) => {
      expect(await found(filter)).toEqual(expected);
    });

    it('filters by id', async () => {
      expect(await found({ id: ids['Émile'] ?? '' })).toEqual(['Émile']);
    });

    it('filters by the email of any member', async () => {
      expect(await found({ email })).toEqual(['Bob', 'Zoe']);
      expect(await found({ email: 'nobody@example.com' })).toEqual([]);
    });

    it.each(SORT_ORDERS)('returns every account once across pages, %s', async (order) => {
      const request = { limit: 2, sort: 'created_at', order } as const;
      const seen = await everyPage((after) => queries.list({}, { ...request, after }));
      expect(seen.map(({ name }) => name)).toEqual(await found({}, order));
    });
  });

  describe('one account', () => {
    it('throws not_found for an unknown account', async () => {
      await expect(queries.get('acc_none', world.clock.now())).rejects.toMatchObject({ code: 'not_found' });
    });

    it('returns its members, oldest first, and the number of usable keys', async () => {
      const { accountId, userId } = await aVerifiedUser(world);
      const second = await aVerifiedUser(world);
      world.clock.advance(5);
      const role: Role = 'billing';
      await test.db.query(
        `INSERT INTO identity.memberships (account_id, user_id, role, joined_at) VALUES ($1, $2, $3, $4)`,
        [accountId, second.userId, role, world.clock.now()],
      );
      await test.db.query(
        `INSERT INTO identity.api_keys (id, account_id, user_id, name, key_hash, prefix_display, scopes, allowed_cidrs,
           expires_at, revoked_at, created_at)
         SELECT 'key_' || n || $1, $1, $2, 'key', sha256(($1 || n)::bytea), 'svc_live_x', '{*}', '{}',
           CASE n WHEN 2 THEN $3::timestamptz WHEN 3 THEN $4::timestamptz END,
           CASE n WHEN 4 THEN $3::timestamptz END, $3
         FROM generate_series(1, 4) AS n`,
        [accountId, userId, world.clock.now(), addDays(world.clock.now(), 1)],
      );
      const details = await queries.get(accountId, world.clock.now());
      expect(details).toMatchObject({ memberCount: 2, apiKeyCount: 2, account: { id: accountId, status: 'active' } });
      expect(details.members.map((member) => [member.userId, member.role, member.emailVerified])).toEqual([
        [userId, 'owner', true],
        [second.userId, 'billing', true],
      ]);
    });
  });

  describe('administration by an operator', () => {
    const eventsOf = (accountId: string) =>
      count(`platform.outbox WHERE account_id = $1 AND type = 'account.status_changed'`, accountId);
    const entriesOf = (accountId: string) => count(`platform.audit_trail WHERE account_id = $1`, accountId);
    const outcomes = async (work: readonly Promise<void>[]) =>
      (await Promise.allSettled(work)).map((each) =>
        each.status === 'fulfilled' ? 'done' : (each.reason as { code: string }).code,
      );

    it('suspends once for ten concurrent operators', async () => {
      const accountId = await anAccount('Contested');
      const work = Array.from({ length: TIMES }, (_, n) => administer.suspend({ accountId, operator }, `reason ${n}`));
      expect((await outcomes(work)).sort()).toEqual(['done', ...Array<string>(TIMES - 1).fill('invalid_state')]);
      expect([await entriesOf(accountId), await eventsOf(accountId)]).toEqual([1, 1]);
    });

    it('records each tier as it was when it was changed', async () => {
      const accountId = await anAccount('Tiered');
      const tiers: Tier[] = ['verified', 'wholesale', 'manual_review', 'verified', 'wholesale', 'manual_review'];
      await Promise.all(tiers.map((tier) => administer.change({ accountId, operator }, { tier })));
      const rows = await test.db.query<{ before: { tier: Tier }; after: { tier: Tier } }>(
        `SELECT before, after FROM platform.audit_trail WHERE account_id = $1`,
        [accountId],
      );
      // A chain of changes: what one left, another found; the first tier was found once more than left, the last one less.
      const found = rows.map(({ before }) => before.tier).sort();
      const left = rows.map(({ after }) => after.tier);
      const { account } = await queries.get(accountId, world.clock.now());
      expect([...left, 'self_serve'].sort()).toEqual([...found, account.tier].sort());
    });

    it('changes, records and publishes in one transaction', async () => {
      const accountId = await anAccount('Undone');
      const failed = test.db.run(async () => {
        await administer.suspend({ accountId, operator }, 'Debt');
        throw new Error('undone');
      });
      await expect(failed).rejects.toThrow('undone');
      expect((await queries.get(accountId, world.clock.now())).account.status).toBe('active');
      expect([await entriesOf(accountId), await eventsOf(accountId)]).toEqual([0, 0]);
    });
  });
});
