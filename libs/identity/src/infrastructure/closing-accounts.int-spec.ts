import { addDays, addSeconds, type Keyset, newId, type Principal } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { Account } from '../domain/account';
import { ClosureRequest } from '../domain/closure-request';
import { beginSession } from '../domain/sessions/session';
import { identityPersistence } from '../identity.module';
import {
  anOwner,
  aClosureInput,
  closureStores,
  closureWorld,
  type ClosureWorld,
} from '../testing/worlds/closure-world';
import { aUserWithMfa, totpCode } from '../testing/worlds/mfa-world';
import { openConnections, outcomes, times } from '../testing/races';
import { sampleAccount, SAMPLED_AT as now, sampleKey, storedOwner } from '../testing/samples';

const GRACE_S = 30 * 86_400;
const ROUNDS = 12;
const GRACE_END = addDays(now, 30);

describe('closures in PostgreSQL', () => {
  let test: TestDatabase;
  let world: ClosureWorld;
  let closing: ReturnType<typeof closureStores>;
  let who: Principal;
  let accountId: string;

  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    closing = closureStores(test.db);
    await openConnections(test.db);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    // What another test has left due is none of this one's.
    await test.db.query(`UPDATE identity.accounts SET status = 'active' WHERE status = 'pending_closure'`);
    world = closureWorld(test.db);
    ({ accountId, who } = await anOwner(world));
  });

  const aClosure = (accountId: string, operationId = newId('op')) =>
    ClosureRequest.create(
      { accountId, operationId, reason: 'Ünïcode 🚀\nlines', reasonCategory: 'other', requestedByUserId: 'usr_1' },
      now,
    );
  const kept = async () => {
    const { account, user } = await storedOwner(world.stores);
    const closure = aClosure(account.id);
    await closing.closures.add(closure);
    return { account, user, closure };
  };
  const aSession = async (userId: string, accountId: string) => {
    const caller = { ip: '203.0.113.7', userAgent: 'curl/8', location: { country: null, city: null } };
    const wanted = { userId, accountId, caller, method: 'password', trustDevice: false, mfaRequired: false } as const;
    const { session } = beginSession(wanted, now);
    await world.stores.sessions.add(session);
    return session.id;
  };
  const isRevoked = async (sessionId: string) => (await world.stores.sessions.lock(sessionId))?.revokedAt !== null;
  const closingAt = async (endsAt: Date, status: Account['status'] = 'pending_closure') => {
    const ends = { status, closureGraceEndsAt: endsAt, closedAt: status === 'closed' ? now : null };
    return (await storedOwner(world.stores, Object.assign(sampleAccount(), ends))).account.id;
  };

  it('store a request unchanged', async () => {
    const { account, closure } = await kept();
    expect((await closing.closures.find(account.id))?.state).toEqual(closure.state);
    expect((await closing.closures.findByOperation(account.id, closure.state.operationId))?.state).toEqual(
      closure.state,
    );
    expect(await closing.closures.findByOperation('acc_other', closure.state.operationId)).toBeNull();
    expect(await closing.closures.find('acc_other')).toBeNull();
  });

  it('allow one open request, and another after a cancellation', async () => {
    const { account, closure } = await kept();
    await expect(closing.closures.add(aClosure(account.id))).rejects.toMatchObject({
      code: 'closure_already_requested',
    });
    closure.cancel(now);
    await closing.closures.save(closure);
    expect(await closing.closures.find(account.id)).toBeNull();
    expect((await closing.closures.findByOperation(account.id, closure.state.operationId))?.state).toEqual(
      closure.state,
    );
    await closing.closures.add(aClosure(account.id));
  });

  it('store the progress', async () => {
    const { account, closure } = await kept();
    closure.begin(GRACE_END);
    closure.complete(GRACE_END);
    await closing.closures.save(closure);
    expect((await closing.closures.find(account.id))?.state).toEqual(closure.state);
    const { id } = closure.state;
    expect([...(await closing.closures.stepsDone(id))]).toEqual([]);
    for (const step of ['numbers_released', 'data_erased', 'numbers_released'] as const) {
      await closing.closures.noteStep(id, step, now);
    }
    expect([...(await closing.closures.stepsDone(id))].sort()).toEqual(['data_erased', 'numbers_released']);
  });

  it('return accounts past their grace period, oldest first, in pages', async () => {
    const first = await closingAt(addSeconds(now, -3));
    const [second, third] = [await closingAt(addSeconds(now, -2)), await closingAt(addSeconds(now, -2))].sort();
    const last = await closingAt(now);
    await closingAt(addSeconds(now, 1));
    await closingAt(addSeconds(now, -9), 'closed');
    const found: string[] = [];
    for (let after: Keyset | null = null, more = true; more; ) {
      const page: Awaited<ReturnType<typeof closing.due.list>> = await closing.due.list(now, after, 2);
      found.push(...page.map(({ accountId }) => accountId));
      after = page.at(-1)?.keyset ?? null;
      more = page.length === 2;
    }
    expect(found).toEqual([first, second, third, last]);
  });

  it('return the owners of an account', async () => {
    const { account, user } = await storedOwner(world.stores);
    const { user: admin } = await storedOwner(world.stores);
    await world.stores.memberships.add({ accountId: account.id, userId: admin.id, role: 'admin', joinedAt: now });
    expect(await closing.owners.list(account.id)).toEqual([{ userId: user.id, email: user.email, name: user.name }]);
  });

  it('revoke only the keys of the account', async () => {
    const { account, user } = await storedOwner(world.stores);
    const { account: other } = await storedOwner(world.stores);
    const mine = sampleKey(account.id, user.id).apiKey;
    const foreign = sampleKey(other.id, user.id).apiKey;
    for (const key of [mine, foreign]) await world.stores.apiKeys.add(key);
    await closing.access.revokeKeys(account.id, now);
    await closing.access.revokeKeys(account.id, addSeconds(now, 5));
    expect(await world.apiKeyQueries.get(account.id, mine.id)).toMatchObject({ revokedAt: now });
    expect(await world.apiKeyQueries.get(other.id, foreign.id)).toMatchObject({ revokedAt: null });
  });

  it("revoke the account's pending items, and everything of users without another open account", async () => {
    const { account, user: alone } = await storedOwner(world.stores);
    const { account: elsewhere, user: guest } = await storedOwner(world.stores);
    const { account: closed, user: left } = await storedOwner(
      world.stores,
      Object.assign(sampleAccount(), { status: 'closed', closedAt: now }),
    );
    for (const { id: userId } of [guest, left]) {
      await world.stores.memberships.add({ accountId: account.id, userId, role: 'member', joinedAt: now });
    }
    const gone = [
      await aSession(alone.id, account.id),
      await aSession(guest.id, account.id),
      await aSession(left.id, closed.id),
    ];
    const stays = await aSession(guest.id, elsewhere.id);
    const { user: stranger } = await storedOwner(world.stores);
    const foreign = await aSession(stranger.id, elsewhere.id);
    await closing.access.revokeSessions(account.id, now);
    for (const id of gone) expect(await isRevoked(id)).toBe(true);
    for (const id of [stays, foreign]) expect(await isRevoked(id)).toBe(false);
  });

  const status = async () => (await world.directory.get(accountId)).status;
  const moves = async () => {
    const rows = await test.db.query<{ status: string }>(
      `SELECT data->>'status' AS status FROM platform.outbox
       WHERE account_id = $1 AND type = 'account.status_changed' ORDER BY seq`,
      [accountId],
    );
    return rows.map((row) => row.status);
  };
  const mails = (kind: string) => world.mails.sent.filter(({ key }) => key.startsWith(kind)).length;

  it('are requested once by ten concurrent requests', async () => {
    expect(await outcomes(times(10, () => world.closures.request(aClosureInput(who))))).toEqual({
      ok: 1,
      closure_already_requested: 9,
    });
    expect([await moves(), mails('closure_requested')]).toEqual([['pending_closure'], 1]);
  });

  it('consume a code once for ten concurrent requests', async () => {
    const { who: secured, secret } = await aUserWithMfa(world);
    const code = totpCode(secret, world.clock.now());
    const attempts = times(10, () => world.closures.request(aClosureInput(secured, { password: null, code })));
    expect(await outcomes(attempts)).toEqual({ ok: 1, mfa_code_invalid: 5, mfa_locked: 4 });
  });

  it('are cancelled once', async () => {
    await world.closures.request(aClosureInput(who));
    expect(await outcomes(times(10, () => world.closures.cancel(who)))).toEqual({ ok: 1, not_found: 9 });
    expect([await status(), await moves()]).toEqual(['active', ['pending_closure', 'active']]);
  });

  it('are carried out once by five concurrent workers', async () => {
    await world.closures.request(aClosureInput(who));
    world.clock.advance(GRACE_S);
    const runs = await Promise.all(times(5, () => world.closeAccounts.close()));
    expect(runs.reduce((sum, { closed }) => sum + closed, 0)).toBe(1);
    expect([await status(), await moves(), mails('account_closed')]).toEqual([
      'closed',
      ['pending_closure', 'closed'],
      1,
    ]);
  });

  it('are either cancelled or carried out when the grace period ends, even if clocks differ', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      ({ accountId, who } = await anOwner(world));
      await world.closures.request(aClosureInput(who));
      world.foreign.calls.length = 0;
      // A second before the end by the clock of one process, at the end by the clock of the other.
      const ahead = closureWorld(test.db);
      world.clock.advance(GRACE_S - 1);
      ahead.clock.advance((world.clock.now().getTime() - ahead.clock.now().getTime()) / 1000 + 1);
      const [cancelled, closed] = await Promise.all([
        outcomes([world.closures.cancel(who)]),
        ahead.closeAccount.close(accountId),
      ]);
      const end = await status();
      if (closed === 'closed') {
        expect([cancelled, end, await moves()]).toEqual([
          { invalid_state: 1 },
          'closed',
          ['pending_closure', 'closed'],
        ]);
      } else {
        expect([cancelled, end, await moves()]).toEqual([{ ok: 1 }, 'active', ['pending_closure', 'active']]);
        expect(ahead.foreign.calls).toEqual([]);
      }
    }
  });

  it('cannot be cancelled by a process with a slow clock once begun', async () => {
    await world.closures.request(aClosureInput(who));
    const ahead = closureWorld(test.db);
    ahead.foreign.unfinished.add('releaseAll');
    ahead.clock.advance(GRACE_S + 60);
    expect(await ahead.closeAccount.close(accountId)).toBe('waiting');
    await expect(world.closures.cancel(who)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await status()).toBe('pending_closure');
  });
});
