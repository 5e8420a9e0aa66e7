import { addSeconds, newId } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { FailureSubject } from '../../application/passwords/ports';
import { hashSecret } from '../../domain/secrets';
import { KNOWN_DEVICE_SECONDS, registerDevice } from '../../domain/known-device';
import { identityPersistence } from '../../identity.module';
import { TEST_BOX } from '../../testing/identity-stores';
import {
  aCaller,
  aPrincipal,
  aVerifiedUser,
  identityWorld,
  type IdentityWorld,
  PASSWORD,
} from '../../testing/worlds/identity-world';
import { SAMPLED_AT as now, storedOwner } from '../../testing/samples';
import { StoredKnownDevices } from '../sign-in/known-devices';
import { LATEST_FAILURES, StoredPasswordFailures } from './password-failures';
import { openConnections, outcomes, times } from '../../testing/races';

const ATTEMPTS = 30;
const DAY_S = 86_400;
describe('lockouts in PostgreSQL', () => {
  let test: TestDatabase;
  let world: IdentityWorld;
  let failures: StoredPasswordFailures;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    world = identityWorld(test.db);
    failures = new StoredPasswordFailures(test.db, TEST_BOX);
    await openConnections(test.db);
  });
  afterAll(() => test.close());

  const lock = (subject: FailureSubject, at = now) => test.db.run(() => failures.lock(subject, at));
  const note = (subject: FailureSubject, at: Date) => test.db.run(() => failures.add(subject, at));

  it('returns the times of the latest wrong passwords of one day, newest first, at most a hundred', async () => {
    const subject = { kind: 'user', id: newId('usr') } as const;
    expect(await lock(subject)).toEqual([]);
    await note(subject, addSeconds(now, -DAY_S - 1));
    await note(subject, addSeconds(now, -DAY_S));
    await note(subject, now);
    await note(subject, addSeconds(now, -5));
    expect(await lock(subject)).toEqual([now, addSeconds(now, -5), addSeconds(now, -DAY_S)]);
    for (let noted = 0; noted < 100; noted++) await note(subject, now);
    expect(await lock(subject)).toHaveLength(100);
  });

  it('counts each subject separately', async () => {
    const id = newId('usr');
    const kinds = ['user', 'email', 'device', 'session', 'keys'] as const;
    for (const [index, kind] of kinds.entries()) await note({ kind, id }, addSeconds(now, -index));
    for (const [index, kind] of kinds.entries()) {
      expect(await lock({ kind, id })).toEqual([addSeconds(now, -index)]);
    }
    await failures.clear({ kind: 'user', id });
    expect(await lock({ kind: 'user', id })).toEqual([]);
    expect(await lock({ kind: 'session', id })).toHaveLength(1);
  });

  it('recognizes a device for 180 days, until the devices of the user are deleted', async () => {
    const devices = new StoredKnownDevices(test.db);
    const { id: userId } = (await storedOwner(world.stores)).user;
    const { id: other } = (await storedOwner(world.stores)).user;
    const { device, cookie } = registerDevice(userId, now);
    const theirs = registerDevice(other, now);
    await devices.add(device);
    await devices.add(theirs.device);
    expect(await devices.userOf(hashSecret(cookie.secret), addSeconds(now, KNOWN_DEVICE_SECONDS - 1))).toBe(userId);
    expect(await devices.userOf(hashSecret(cookie.secret), addSeconds(now, KNOWN_DEVICE_SECONDS))).toBeNull();
    expect(await devices.userOf(hashSecret('another'), now)).toBeNull();
    await devices.forgetAllOf(userId);
    expect(await devices.userOf(device.idHash, now)).toBeNull();
    expect(await devices.userOf(theirs.device.idHash, now)).toBe(other);
  });

  const from = (index: number) => ({ ...aCaller, ip: `198.51.100.${String(index)}` });
  const guess = (email: string, index: number, deviceSecret: string | null = null) =>
    world.logIn.logIn({ email, password: 'not this one', trustDevice: false, deviceSecret, caller: from(index) });

  it('evaluate ten of thirty concurrent wrong passwords, for a known and an unknown email', async () => {
    const { email } = await aVerifiedUser(world);
    for (const address of [email, `nobody-${email}`]) {
      const rush = times(ATTEMPTS, (index) => guess(address, index));
      expect(await outcomes(rush)).toEqual({ unauthorized: 10, login_locked: ATTEMPTS - 10 });
    }
  });

  it('evaluate ten of thirty concurrent wrong passwords of a known device, and of a session', async () => {
    const { email, userId, accountId, sessionId } = await aVerifiedUser(world);
    const signedIn = await world.logIn.logIn({ email, password: PASSWORD, trustDevice: true, caller: aCaller });
    const secret = signedIn.deviceCookie!.secret;
    const byDevice = times(ATTEMPTS, (index) => guess(email, index, secret));
    expect(await outcomes(byDevice)).toEqual({ unauthorized: 10, login_locked: ATTEMPTS - 10 });
    const who = aPrincipal({ accountId, userId, credentialId: sessionId });
    const inSession = times(ATTEMPTS, (index) => world.reauthentication.confirm(who, 'not this one', from(index)));
    expect(await outcomes(inSession)).toEqual({ invalid_input: 10, login_locked: ATTEMPTS - 10 });
    const elsewhere = world.logIn.logIn({ email, password: PASSWORD, trustDevice: false, caller: aCaller });
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
      await test.db.query('SET LOCAL enable_bitmapscan = off');
      const values = ['user usr_1', addSeconds(world.clock.now(), -86_400), 100];
      return test.db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${LATEST_FAILURES}`, values);
    });
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('password_failures_latest');
  });
});
