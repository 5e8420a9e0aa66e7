import { jest } from '@jest/globals';
import { createDataSource } from '@trunkline/platform';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../../identity.module';
import {
  aCaller,
  aPrincipal,
  aVerifiedUser,
  identityWorld,
  type IdentityWorld,
  PASSWORD,
} from '../../testing/worlds/identity-world';
import { LoginEventReads } from './login-event-queries';
import { PREVIOUS_SIGN_INS_QUERY } from './login-event.repository';
import { openConnections, times } from '../../testing/races';

const DAY_S = 86_400;
const FAR = { ip: '8.8.8.8', userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0' };

describe('sessions and login events under concurrency', () => {
  let test: TestDatabase;
  let world: IdentityWorld;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    await openConnections(test.db);
  });
  beforeEach(() => {
    world = identityWorld(test.db);
  });
  afterAll(() => test.close());

  const logIn = (email: string, caller = aCaller, trustDevice = false) =>
    world.logIn.logIn({ email, password: PASSWORD, trustDevice, caller });

  it('sends one email for ten concurrent sign-ins from a new device', async () => {
    const { email, userId } = await aVerifiedUser(world);
    const before = world.mails.sent.length;
    await Promise.all(times(10, () => logIn(email, FAR)));
    expect(world.mails.sent.slice(before).map(({ subject }) => subject)).toEqual(['A new sign-in to your account']);
    const news = await test.db.query(`SELECT FROM identity.login_events WHERE user_id = $1 AND is_new_device`, [
      userId,
    ]);
    expect(news).toHaveLength(1);
  });

  it('never extends a session that concurrently loses its trust or is revoked', async () => {
    const { email, userId, accountId } = await aVerifiedUser(world);
    for (const end of ['distrust', 'revoke'] as const) {
      const signedIn = await logIn(email, aCaller, true);
      const who = aPrincipal({ userId, accountId, credentialId: signedIn.sessionId });
      world.clock.advance(61);
      const distrusted = new Date(world.clock.now().getTime() + DAY_S * 1000);
      const uses = times(8, () =>
        world.credentials.bySession(signedIn.sessionSecret, { accountId: null, ip: aCaller.ip }),
      );
      const ending =
        end === 'distrust'
          ? world.sessions.change(who, signedIn.sessionId, { isTrusted: false })
          : world.sessions.revoke(who, signedIn.sessionId);
      await Promise.all([...uses, ending]);
      if (end === 'distrust') {
        const kept = await world.sessions.get(who, signedIn.sessionId);
        expect(kept).toMatchObject({ isTrusted: false, expiresAt: distrusted });
      }
      world.clock.advance(61);
      const now = await world.credentials.bySession(signedIn.sessionSecret, { accountId: null, ip: null });
      if (end === 'revoke') expect(now).toBeNull();
      else {
        expect(now).toMatchObject({ expiresAt: distrusted, isProlonged: false });
        expect(await world.sessions.get(who, signedIn.sessionId)).toMatchObject({ expiresAt: distrusted });
      }
    }
  });

  it('revokes a session once for ten concurrent requests', async () => {
    const { email, userId, accountId } = await aVerifiedUser(world);
    const { sessionId } = await logIn(email);
    const who = aPrincipal({ userId, accountId });
    const outcomes = await Promise.allSettled(times(10, () => world.sessions.revoke(who, sessionId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('returns where a session was last used', async () => {
    const { email, userId, accountId } = await aVerifiedUser(world);
    const { sessionId, sessionSecret } = await logIn(email);
    const who = aPrincipal({ userId, accountId, credentialId: sessionId });
    world.geolocation.places.set('8.8.8.8', { country: 'US', city: 'Mountain View' });
    expect(await world.sessions.get(who, sessionId)).toMatchObject({ ip: aCaller.ip, ipCountry: null });
    world.clock.advance(61);
    await world.credentials.bySession(sessionSecret, { accountId: null, ip: '8.8.8.8' });
    const moved = { ip: '8.8.8.8', ipCountry: 'US', city: 'Mountain View' };
    expect(await world.sessions.get(who, sessionId)).toMatchObject(moved);
    world.clock.advance(61);
    await world.credentials.bySession(sessionSecret, { accountId: null, ip: null });
    expect(await world.sessions.get(who, sessionId)).toMatchObject(moved);
  });

  describe('with 400 days of history', () => {
    const MANY = 8000;
    let userId: string;
    beforeAll(async () => {
      world = identityWorld(test.db);
      ({ userId } = await aVerifiedUser(world));
      // Guesses by the thousand beside successes by the thousand, all from one country with one device.
      const rows = `INSERT INTO identity.login_events (id, user_id, outcome, method, ip_country, user_agent, device,
          is_new_device, is_new_location, at)
        SELECT 'lev_' || md5($1 || n), $1, CASE WHEN n % 4 = 0 THEN 'success' ELSE 'wrong_password' END, 'password', 'GB',
          'curl/8', 'curl/', false, false, now() - make_interval(mins => n * 70)
        FROM generate_series(1, ${String(MANY)}) n`;
      for (const each of [userId, ...times(5, (index) => `usr_other${String(index)}`)])
        await test.db.query(rows, [each]);
      const owner = await createDataSource({ url: test.url, asOwner: true, poolSize: 1 }, []).initialize();
      await owner.query('ANALYZE identity.login_events');
      await owner.destroy();
    });

    interface Plan {
      readonly 'Node Type': string;
      readonly 'Actual Rows': number;
      readonly 'Actual Loops': number;
      readonly 'Rows Removed by Filter'?: number;
      readonly Plans?: readonly Plan[];
    }
    /** Rows that the statement looked at, with values as a sign-in or a reader has them. */
    const rowsRead = async (statement: string, values: readonly unknown[]) => {
      const [row] = await test.db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
        values,
      );
      const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
      const all = nodes(row!['QUERY PLAN'][0].Plan);
      expect(all.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      return all
        .filter((node) => node['Node Type'].includes('Scan'))
        .reduce(
          (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
          0,
        );
    };

    it.each([
      ['a known device and country', 'curl/', 'GB'],
      ['a new device and country', 'Firefox/', 'US'],
      ['no country', 'curl/', null],
    ])('compares a sign-in with a handful of entries: %s', async (_name, device, country) => {
      expect(await rowsRead(PREVIOUS_SIGN_INS_QUERY, [userId, device, country])).toBeLessThanOrEqual(4);
    });

    it('finds no previous sign-ins for a null user', async () => {
      expect(await rowsRead(PREVIOUS_SIGN_INS_QUERY, [null, 'curl/', 'GB'])).toBe(0);
    });

    it('continues each page from the end of the previous one', async () => {
      const filter = { outcomes: null, methods: null, isNewDevice: null, from: null, to: null };
      const deep = new Date(world.clock.now().getTime() - 300 * DAY_S * 1000);
      for (const after of [null, { key: deep.toISOString(), id: '' }]) {
        const query = jest.spyOn(test.db, 'query');
        await new LoginEventReads(test.db).list(userId, filter, { limit: 50, sort: 'ts', order: 'desc', after });
        const [statement = '', values = []] = query.mock.calls[0] ?? [];
        query.mockRestore();
        expect(await rowsRead(statement, values)).toBeLessThanOrEqual(52);
      }
    });
  });
});
