import { addSeconds, newId } from '@trunkline/kernel';
import { CryptoBox } from '@trunkline/platform';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../../identity.module';
import { databaseStores, type DatabaseWorld, databaseWorld } from '../../testing/database-world';
import { aCaller, aPrincipal, aVerifiedUser, PASSWORD } from '../../testing/identity-world';
import { describeLockoutStores } from '../../testing/passwords/lockout-contract';
import { storedOwner } from '../../testing/store-contract';
import { PostgresKnownDevices } from '../sign-in/postgres-known-devices';
import { LATEST_FAILURES, PostgresPasswordFailures } from './postgres-password-failures';

const ATTEMPTS = 30;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** What became of each of many attempts that ran at once: 'ok', or the code of the refusal. */
async function outcomes(attempts: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const settled = await Promise.allSettled(attempts);
  const names = settled.map((each) => (each.status === 'fulfilled' ? 'ok' : String(each.reason.code ?? each.reason)));
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]));
}

describe('lockouts in PostgreSQL', () => {
  let test: TestDatabase;
  let world: DatabaseWorld;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    world = databaseWorld(test.db);
    // With connections still to be made, what should run at once would run one after another and prove nothing.
    await Promise.all(times(20, () => test.db.query('SELECT pg_sleep(0.05)')));
  });
  afterAll(() => test.close());
  const box = new CryptoBox([{ id: 'test', secret: Buffer.alloc(32, 7) }]);

  describeLockoutStores('its stores', () => ({
    failures: new PostgresPasswordFailures(test.db, box),
    devices: new PostgresKnownDevices(test.db),
    tx: test.db,
    aUser: async () => (await storedOwner(databaseStores(test.db))).user.id,
  }));

  const from = (index: number) => ({ ...aCaller, ip: `198.51.100.${String(index)}` });
  const guess = (email: string, index: number, deviceSecret: string | null = null) =>
    world.logIn.execute({ email, password: 'not this one', trustDevice: false, deviceSecret, caller: from(index) });

  it('evaluate ten of thirty concurrent wrong passwords, for a known and an unknown email', async () => {
    const { email } = await aVerifiedUser(world);
    for (const address of [email, `nobody-${email}`]) {
      const rush = times(ATTEMPTS, (index) => guess(address, index));
      expect(await outcomes(rush)).toEqual({ unauthorized: 10, login_locked: ATTEMPTS - 10 });
    }
  });

  it('evaluate ten of thirty concurrent wrong passwords of a known device, and of a session', async () => {
    const { email, userId, accountId, sessionId } = await aVerifiedUser(world);
    const signedIn = await world.logIn.execute({ email, password: PASSWORD, trustDevice: true, caller: aCaller });
    const secret = signedIn.deviceCookie!.secret;
    const byDevice = times(ATTEMPTS, (index) => guess(email, index, secret));
    expect(await outcomes(byDevice)).toEqual({ unauthorized: 10, login_locked: ATTEMPTS - 10 });
    const who = aPrincipal({ accountId, userId, credentialId: sessionId });
    const inSession = times(ATTEMPTS, (index) => world.reauthentication.confirm(who, 'not this one', from(index)));
    expect(await outcomes(inSession)).toEqual({ invalid_input: 10, login_locked: ATTEMPTS - 10 });
    const elsewhere = world.logIn.execute({ email, password: PASSWORD, trustDevice: false, caller: aCaller });
    await expect(elsewhere).resolves.toBeDefined();
  });

  it('store a keyed digest of an unknown email', async () => {
    const email = `${newId('usr')}@example.com`;
    await guess(email, 1).catch(() => undefined);
    const rows = await test.db.query<{ subject: string }>(`SELECT subject FROM identity.password_failures`);
    expect(rows.filter(({ subject }) => subject.startsWith('email ')).length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(email);
  });

  it('read the latest failures of one subject by an index', async () => {
    const plan = await test.db.run(async () => {
      await test.db.query('SET LOCAL enable_seqscan = off');
      const values = ['user usr_1', addSeconds(world.clock.now(), -86_400), 100];
      return test.db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${LATEST_FAILURES}`, values);
    });
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('password_failures_latest');
  });
});
