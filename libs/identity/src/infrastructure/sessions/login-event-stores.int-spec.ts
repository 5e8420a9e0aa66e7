import { addSeconds, type PageRequest } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { LoginEventFilter } from '../../application/sessions/ports';
import {
  compareWithPreviousSignIns,
  loginEvent,
  type NewLoginEvent,
  type RecordedLoginEvent,
} from '../../domain/sessions/login-event';
import { beginSession, type NewSession } from '../../domain/sessions/session';
import { distrust } from '../../domain/sessions/session-state';
import { identityPersistence } from '../../identity.module';
import { everyPage } from '../../testing/every-page';
import { identityStores, type IdentityStores } from '../../testing/identity-stores';
import { SAMPLED_AT as now, storedOwner } from '../../testing/samples';

const later = (seconds: number) => addSeconds(now, seconds);
const caller = { ip: '81.2.69.142', userAgent: 'curl/8' };
const EVERYTHING: LoginEventFilter = { outcomes: null, methods: null, isNewDevice: null, from: null, to: null };
const DAY_S = 86_400;

describe('sessions and login events in PostgreSQL', () => {
  let test: TestDatabase;
  let stores: IdentityStores;
  let userId: string;
  let accountId: string;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    stores = identityStores(test.db);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    const { account, user } = await storedOwner(stores);
    userId = user.id;
    accountId = account.id;
  });

  const session = async (at = now, change: Partial<NewSession> = {}) => {
    const byPassword = { method: 'password', trustDevice: false, mfaRequired: false } as const;
    const { session: begun } = beginSession({ userId, accountId, caller, ...byPassword, ...change }, at);
    await stores.sessions.add(begun);
    return begun;
  };
  const asking = (currentSessionId: string, at = now) => ({ userId, currentSessionId, now: at });
  const readSessions = async (currentSessionId: string, limit: number) => {
    const request = { limit, sort: 'last_used_at', order: 'desc' } as const;
    const all = await everyPage((after) => stores.sessionQueries.list(asking(currentSessionId), { ...request, after }));
    return all.map(({ id }) => id);
  };

  it('shows a session as it was begun, to its user alone', async () => {
    const location = { country: 'GB', city: 'London' };
    const { id, expiresAt } = await session(now, { deviceName: 'curl', location, trustDevice: true });
    expect(await stores.sessionQueries.get(asking(id), id)).toEqual({
      id,
      deviceName: 'curl',
      ip: '81.2.69.142',
      ipCountry: 'GB',
      city: 'London',
      isTrusted: true,
      isCurrent: true,
      lastUsedAt: now,
      expiresAt,
      createdAt: now,
    });
    const other = (await storedOwner(stores)).user.id;
    const refused = { code: 'not_found' };
    await expect(stores.sessionQueries.get({ ...asking(id), userId: other }, id)).rejects.toMatchObject(refused);
    await expect(stores.sessionQueries.get(asking(id, expiresAt), id)).rejects.toMatchObject(refused);
    await stores.sessions.revoke(id, now);
    await expect(stores.sessionQueries.get(asking(id), id)).rejects.toMatchObject(refused);
  });

  it.each([1, 2, 3, 100])('lists the current session, then by last use, in pages of %d', async (limit) => {
    const times = [-30, -20, -20, -10];
    const begun = [];
    for (const time of times) begun.push(await session(later(time)));
    await session(later(-DAY_S));
    await stores.sessions.revoke((await session()).id, now);
    const current = begun[0]!;
    const others = begun
      .slice(1)
      .map(({ lastUsedAt, id }) => `${lastUsedAt.toISOString()} ${id}`)
      .toSorted()
      .toReversed()
      .map((place) => place.split(' ')[1]);
    expect(await readSessions(current.id, limit)).toEqual([current.id, ...others]);
    expect(await readSessions('ses_of_nobody', limit)).toEqual([...others, current.id]);
  });

  it('keeps another name and less trust', async () => {
    const { id } = await session(now, { trustDevice: true });
    const held = () => test.db.run(() => stores.sessions.lock(id));
    const trusted = (await held())!;
    await test.db.run(() => stores.sessions.saveDevice(trusted, 'Ada’s laptop 🚀'));
    expect(await stores.sessionQueries.get(asking(id), id)).toMatchObject({
      deviceName: 'Ada’s laptop 🚀',
      isTrusted: true,
      expiresAt: later(30 * DAY_S),
    });
    await test.db.run(() => stores.sessions.saveDevice(distrust(trusted, later(60)), null));
    expect(await stores.sessionQueries.get(asking(id), id)).toMatchObject({
      deviceName: 'Ada’s laptop 🚀',
      isTrusted: false,
      expiresAt: later(60 + DAY_S),
    });
  });

  const event = (change: Partial<NewLoginEvent> = {}, at = now, country: string | null = null) =>
    loginEvent({ userId, outcome: 'success', method: 'password', caller, fraudDecision: null, ...change }, country, at);
  const kept = async (change: Partial<NewLoginEvent> = {}, at = now, country: string | null = null) => {
    const found = event(change, at, country);
    const recorded = compareWithPreviousSignIns(found, await stores.loginEvents.previousSignIns(found));
    await stores.loginEvents.add(recorded);
    return recorded;
  };
  const from = (userAgent: string) => ({ caller: { ip: '81.2.69.142', userAgent } });

  it('knows the devices and countries of successes, and no others', async () => {
    const past = (change: Partial<NewLoginEvent> = {}, country: string | null = 'GB') =>
      stores.loginEvents.previousSignIns(event(change, now, country));
    const nothing = { hasSucceeded: false, knowsDevice: false, knowsCountry: false, lastLocatedAt: null };
    expect(await past()).toEqual(nothing);
    await kept({ outcome: 'wrong_password' }, later(-50), 'GB');
    await kept({ outcome: 'mfa_required' }, later(-50), 'GB');
    expect(await past()).toEqual(nothing);
    expect(await past({ userId: null })).toEqual(nothing);
    await kept({}, later(-40));
    expect(await past()).toEqual({ ...nothing, hasSucceeded: true, knowsDevice: true });
    expect(await past(from('curl/9.1'))).toMatchObject({ knowsDevice: true });
    expect(await past(from('Firefox/140'))).toMatchObject({ knowsDevice: false });
    await kept({}, later(-30), 'FR');
    await kept({}, later(-20), 'GB');
    expect(await past()).toMatchObject({ knowsCountry: true, lastLocatedAt: later(-20) });
    expect(await past({}, 'FR')).toMatchObject({ knowsCountry: true });
    expect(await past({}, 'US')).toMatchObject({ knowsCountry: false, lastLocatedAt: later(-20) });
    expect(await past({}, null)).toMatchObject({ knowsCountry: false });
    userId = (await storedOwner(stores)).user.id;
    expect(await past()).toEqual(nothing);
  });

  it('keeps a suspicious sign-in conspicuous, and makes nothing of it known', async () => {
    await kept({}, later(-60), 'GB');
    for (const outcome of ['suspicious', 'suspicious']) {
      expect(await kept(from('Firefox/140'), now, 'US')).toMatchObject({ outcome, isNewDevice: true });
    }
    expect(await kept(from('Firefox/140'), later(DAY_S), 'US')).toMatchObject({ outcome: 'success' });
    expect(await kept(from('Firefox/140'), later(DAY_S), 'US')).toMatchObject({
      outcome: 'success',
      isNewDevice: false,
      isNewLocation: false,
    });
  });

  const readEvents = async (change: Partial<LoginEventFilter>, limit = 2) => {
    const filter = { ...EVERYTHING, ...change };
    const request = { limit, sort: 'ts', order: 'desc' } as const;
    const all = await everyPage((after) => stores.loginEventQueries.list(userId, filter, { ...request, after }));
    return all.map(({ id }) => id);
  };

  it('shows an event as it was recorded', async () => {
    const recorded = await kept({ method: 'magic_link', fraudDecision: 'allow' }, now, 'GB');
    const request: PageRequest<'ts'> = { limit: 5, sort: 'ts', order: 'desc', after: null };
    const { items, next } = await stores.loginEventQueries.list(userId, EVERYTHING, request);
    expect(items).toEqual([expect.objectContaining({ id: recorded.id, method: 'magic_link', fraudDecision: 'allow' })]);
    expect(recorded).toMatchObject(items[0]!);
    expect(Object.keys(recorded)).toHaveLength(Object.keys(items[0]!).length + 2);
    expect(next).toBeNull();
  });

  it('pages through the events of one user, newest first, each once, by whatever is asked for', async () => {
    const events: RecordedLoginEvent[] = [];
    events.push(await kept({}, later(-50)));
    events.push(await kept({ outcome: 'wrong_password' }, later(-40)));
    events.push(await kept({ method: 'magic_link', ...from('Firefox/140') }, later(-40)));
    events.push(await kept({ outcome: 'locked_out' }, later(-30)));
    events.push(await kept({ method: 'oauth_idp1' }, later(-20)));
    const stranger = (await storedOwner(stores)).user.id;
    await kept({ userId: stranger });
    await kept({ userId: null, outcome: 'no_such_user' });
    const those = (keep: (each: RecordedLoginEvent) => boolean) =>
      events
        .filter(keep)
        .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
        .map(({ id }) => id);
    for (const limit of [1, 2, 3, 100]) expect(await readEvents({}, limit)).toEqual(those(() => true));
    expect(await readEvents({ outcomes: ['wrong_password', 'locked_out'] })).toEqual(
      those(({ outcome }) => outcome !== 'success'),
    );
    expect(await readEvents({ methods: ['magic_link', 'oauth_idp1'] })).toEqual(
      those(({ method }) => method !== 'password'),
    );
    expect(await readEvents({ isNewDevice: true })).toEqual([events[2]!.id]);
    expect(await readEvents({ isNewDevice: false })).toEqual(those(({ isNewDevice }) => !isNewDevice));
    expect(await readEvents({ from: later(-40), to: later(-20) })).toEqual(
      those(({ at }) => at >= later(-40) && at < later(-20)),
    );
    expect(await readEvents({ outcomes: ['mfa_failed'] })).toEqual([]);
  });
});
