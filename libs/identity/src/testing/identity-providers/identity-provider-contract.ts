import { addSeconds, type PageRequest, type Transactor } from '@trunkline/kernel';
import { beginAttempt, type NewAttempt } from '../../domain/identity-providers/identity-provider';
import { type LinkedIdentity, linkIdentity } from '../../domain/identity-providers/linked-identity';
import { newSecret } from '../../domain/secrets';
import { beginSession } from '../../domain/sessions/session';
import type { IdentityProviderStores } from './identity-provider-stores';
import { aCaller } from '../identity-world';
import { type IdentityStores, storedOwner } from '../store-contract';

const now = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number) => addSeconds(now, seconds);
const ISSUER = 'https://issuer.example';

let subjects = 0;

/** The contract of the identity provider stores. */
export function describeIdentityProviderStores(
  name: string,
  open: () => { idp: IdentityProviderStores; stores: IdentityStores; tx: Transactor },
): void {
  describe(name, () => {
    let idp: IdentityProviderStores;
    let stores: IdentityStores;
    let tx: Transactor;
    beforeEach(() => ({ idp, stores, tx } = open()));

    const begun = async (change: Partial<NewAttempt> = {}) => {
      const wanted: NewAttempt = {
        provider: 'oauth_idp1',
        mode: 'signup',
        returnTo: '/x',
        country: 'GB',
        linker: null,
      };
      const { attempt } = beginAttempt({ ...wanted, ...change }, newSecret(), now);
      await idp.attempts.add(attempt);
      return attempt;
    };

    const linked = async (userId: string, at = now): Promise<LinkedIdentity> => {
      const claims = { issuer: ISSUER, subject: `s${String(subjects++)}`, email: 'ada@example.com' };
      const rest = { emailVerified: true, name: null, locale: null };
      const identity = linkIdentity(userId, 'oauth_idp1', { ...claims, ...rest }, at);
      await idp.identities.add(identity);
      return identity;
    };

    it('gives an attempt out once, to its own browser and provider, while it lives', async () => {
      const attempt = await begun();
      const { stateHash, browserHash, provider } = attempt;
      const key = { stateHash, browserHash, provider };
      expect(await idp.attempts.take({ ...key, browserHash: stateHash }, now)).toBeNull();
      expect(await idp.attempts.take({ ...key, provider: 'oauth_idp2' }, now)).toBeNull();
      expect(await idp.attempts.take({ ...key, stateHash: browserHash }, now)).toBeNull();
      expect(await idp.attempts.take(key, later(600))).toBeNull();
      expect(await idp.attempts.take(key, later(599))).toEqual(attempt);
      expect(await idp.attempts.take(key, later(599))).toBeNull();
    });

    it('remembers who links', async () => {
      const attempt = await begun({ mode: 'link', country: null, linker: { userId: 'usr_1', sessionId: 'ses_1' } });
      expect(await idp.attempts.take(attempt, now)).toEqual(attempt);
    });

    it('finds an identity by provider, issuer and subject together, and notes its use', async () => {
      const { user } = await storedOwner(stores);
      const identity = await linked(user.id);
      expect(await idp.identities.find('oauth_idp1', ISSUER, identity.subject)).toEqual(identity);
      expect(await idp.identities.find('oauth_idp2', ISSUER, identity.subject)).toBeNull();
      expect(await idp.identities.find('oauth_idp1', 'https://other.example', identity.subject)).toBeNull();
      expect(await idp.identities.find('oauth_idp1', ISSUER, 'nobody')).toBeNull();
      await idp.identities.noteUse(identity.id, later(5));
      expect(await idp.identities.find('oauth_idp1', ISSUER, identity.subject)).toEqual({
        ...identity,
        lastUsedAt: later(5),
      });
    });

    it('has the transaction look again when the identity was linked meanwhile', async () => {
      const { user } = await storedOwner(stores);
      const identity = await linked(user.id);
      await expect(idp.identities.add({ ...identity, id: 'idn_second' })).rejects.toMatchObject({
        name: 'RetryTransaction',
      });
    });

    it('removes an identity of its own user alone, and counts what is left', async () => {
      const [{ user }, { user: stranger }] = [await storedOwner(stores), await storedOwner(stores)];
      const [one] = [await linked(user.id), await linked(user.id)];
      expect(await idp.identities.remove(stranger.id, one.id)).toBeNull();
      expect(await idp.identities.countOf(user.id)).toBe(2);
      expect(await tx.run(() => idp.identities.remove(user.id, one.id))).toEqual(one);
      expect(await idp.identities.remove(user.id, one.id)).toBeNull();
      expect(await idp.identities.countOf(user.id)).toBe(1);
      expect(await idp.identities.countOf(stranger.id)).toBe(0);
    });

    it('pages through the identities of a user in either direction, each of them once', async () => {
      const { user } = await storedOwner(stores);
      const kept: LinkedIdentity[] = [];
      for (const second of [0, 0, 1, 2, 3]) kept.push(await linked(user.id, later(second)));
      const read = async (order: 'asc' | 'desc') => {
        const seen: string[] = [];
        let after: PageRequest['after'] = null;
        do {
          const page = await idp.identities.list(user.id, { limit: 2, sort: 'created_at', order, after });
          seen.push(...page.items.map(({ id }) => id));
          after = page.next;
        } while (after);
        return seen;
      };
      const place = ({ createdAt, id }: LinkedIdentity) => `${createdAt.toISOString()}${id}`;
      const byTime = kept.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ id }) => id);
      expect(await read('asc')).toEqual(byTime);
      expect(await read('desc')).toEqual(byTime.toReversed());
    });

    it('knows whether the session that links still stands', async () => {
      const { account, user } = await storedOwner(stores);
      const wanted = { userId: user.id, accountId: account.id, caller: aCaller, method: 'password' } as const;
      const { session } = beginSession({ ...wanted, trustDevice: false, mfaRequired: false }, now);
      await stores.sessions.add(session);
      expect(await idp.linkingSessions.isLive(session.id, now)).toBe(true);
      expect(await idp.linkingSessions.isLive(session.id, session.expiresAt)).toBe(false);
      expect(await idp.linkingSessions.isLive('ses_none', now)).toBe(false);
      await stores.sessions.revoke(session.id, now);
      expect(await idp.linkingSessions.isLive(session.id, now)).toBe(false);
    });
  });
}
