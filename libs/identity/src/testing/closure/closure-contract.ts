import { addDays, addSeconds, type Keyset, newId } from '@trunkline/kernel';
import type { Account } from '../../domain/accounts/account';
import { ClosureRequest } from '../../domain/closure/closure-request';
import { beginSession } from '../../domain/sessions/session';
import type { ClosureStores } from './closure-stores';
import { type IdentityStores, storedOwner, sampleAccount, sampleKey } from '../store-contract';

const now = new Date('2026-03-01T12:00:00.123Z');
const GRACE_END = addDays(now, 30);

/** The contract of the closure stores. */
export function describeClosureStores(
  name: string,
  open: () => { closing: ClosureStores; stores: IdentityStores },
): void {
  describe(name, () => {
    let closing: ClosureStores;
    let stores: IdentityStores;
    beforeEach(() => {
      ({ closing, stores } = open());
    });

    const aClosure = (accountId: string, operationId = newId('op')) =>
      ClosureRequest.create(
        { accountId, operationId, reason: 'Ünïcode 🚀\nlines', reasonCategory: 'other', requestedByUserId: 'usr_1' },
        now,
      );
    const kept = async () => {
      const { account, user } = await storedOwner(stores);
      const closure = aClosure(account.id);
      await closing.closures.add(closure);
      return { account, user, closure };
    };
    const aSession = async (userId: string, accountId: string) => {
      const caller = { ip: '203.0.113.7', userAgent: 'curl/8', location: { country: null, city: null } };
      const wanted = { userId, accountId, caller, method: 'password', trustDevice: false, mfaRequired: false } as const;
      const { session } = beginSession(wanted, now);
      await stores.sessions.add(session);
      return session.id;
    };
    const isRevoked = async (sessionId: string) => (await stores.sessions.lock(sessionId))?.revokedAt !== null;
    const closingAt = async (endsAt: Date, status: Account['status'] = 'pending_closure') => {
      const ends = { status, closureGraceEndsAt: endsAt, closedAt: status === 'closed' ? now : null };
      return (await storedOwner(stores, Object.assign(sampleAccount(), ends))).account.id;
    };

    it('keep a request as it was made', async () => {
      const { account, closure } = await kept();
      expect((await closing.closures.find(account.id))?.state).toEqual(closure.state);
      expect((await closing.closures.findByOperation(account.id, closure.state.operationId))?.state).toEqual(
        closure.state,
      );
      expect(await closing.closures.findByOperation('acc_other', closure.state.operationId)).toBeNull();
      expect(await closing.closures.find('acc_other')).toBeNull();
    });

    it('let one request stand, and another after it was cancelled', async () => {
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

    it('keep how far it has come', async () => {
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

    it('find the accounts whose grace is over, the longest ago first, page by page', async () => {
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

    it('know the owners of an account', async () => {
      const { account, user } = await storedOwner(stores);
      const { user: admin } = await storedOwner(stores);
      await stores.memberships.add({ accountId: account.id, userId: admin.id, role: 'admin', joinedAt: now });
      expect(await closing.owners.list(account.id)).toEqual([{ userId: user.id, email: user.email, name: user.name }]);
    });

    it('revoke the keys of the account alone', async () => {
      const { account, user } = await storedOwner(stores);
      const { account: other } = await storedOwner(stores);
      const mine = sampleKey(account.id, user.id).apiKey;
      const foreign = sampleKey(other.id, user.id).apiKey;
      for (const key of [mine, foreign]) await stores.apiKeys.add(key);
      await closing.access.revokeKeys(account.id, now);
      await closing.access.revokeKeys(account.id, addSeconds(now, 5));
      expect(await stores.apiKeyQueries.get(account.id, mine.id, now)).toMatchObject({ revokedAt: now });
      expect(await stores.apiKeyQueries.get(other.id, foreign.id, now)).toMatchObject({ revokedAt: null });
    });

    it('revoke what was begun in the account, and everything of users without another open account', async () => {
      const { account, user: alone } = await storedOwner(stores);
      const { account: elsewhere, user: guest } = await storedOwner(stores);
      const { account: closed, user: left } = await storedOwner(
        stores,
        Object.assign(sampleAccount(), { status: 'closed', closedAt: now }),
      );
      for (const { id: userId } of [guest, left]) {
        await stores.memberships.add({ accountId: account.id, userId, role: 'member', joinedAt: now });
      }
      const gone = [
        await aSession(alone.id, account.id),
        await aSession(guest.id, account.id),
        await aSession(left.id, closed.id),
      ];
      const stays = await aSession(guest.id, elsewhere.id);
      const { user: stranger } = await storedOwner(stores);
      const foreign = await aSession(stranger.id, elsewhere.id);
      await closing.access.revokeSessions(account.id, now);
      for (const id of gone) expect(await isRevoked(id)).toBe(true);
      for (const id of [stays, foreign]) expect(await isRevoked(id)).toBe(false);
    });
  });
}
