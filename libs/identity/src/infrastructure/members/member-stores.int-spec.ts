import { addDays, addSeconds, newId, type SortOrder } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { Invitation } from '../../domain/members/invitation';
import { hashSecret } from '../../domain/secrets';
import { identityPersistence } from '../../identity.module';
import { ApiKeyReads } from '../keys/api-key-queries';
import { everyPage } from '../../testing/every-page';
import { identityStores, type IdentityStores } from '../../testing/identity-stores';
import { memberStores } from '../../testing/worlds/members-world';
import { sampleKey, SAMPLED_AT as now, sampleUser, storedOwner } from '../../testing/samples';

const later = (seconds: number) => addSeconds(now, seconds);

describe('members in PostgreSQL', () => {
  let test: TestDatabase;
  let stores: IdentityStores;
  let team: ReturnType<typeof memberStores>;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    stores = identityStores(test.db);
    team = memberStores(test.db, new TestClock(now));
  });
  afterAll(() => test.close());

  const invitationsAt = (at: Date) => memberStores(test.db, new TestClock(at)).invitationQueries;
  const locked = <T>(work: () => Promise<T>) => test.db.run(work);

  /** An invitation by the owner of a new account, kept. */
  const kept = async (change: { accountId?: string; invitedById?: string; email?: string; at?: Date } = {}) => {
    const { account, user } = await storedOwner(stores);
    const { at = now, ...wanted } = change;
    const whose = { accountId: account.id, invitedById: user.id, email: `${newId('usr')}@example.com` };
    const made = Invitation.issue({ ...whose, role: 'billing', operationId: newId('op'), ...wanted }, at);
    await team.invitations.add(made.invitation);
    return { ...made, account, user };
  };
  const joined = async (accountId: string, at: Date) => {
    const user = sampleUser();
    await stores.users.add(user);
    await stores.memberships.add({ accountId, userId: user.id, role: 'member', joinedAt: at });
    return user.id;
  };

  it('returns an invitation by id, token and operation, to its own account only', async () => {
    const { invitation, secret } = await kept();
    const { id, accountId, operationId } = invitation;
    expect(await locked(() => team.invitations.lock(accountId, id))).toEqual(invitation);
    expect(await locked(() => team.invitations.lockByToken(hashSecret(secret)))).toEqual(invitation);
    expect(await locked(() => team.invitations.lockByToken(hashSecret('another')))).toBeNull();
    expect(await team.invitations.findByOperation(accountId, operationId)).toEqual(invitation);
    expect(await team.invitations.findByOperation('acc_other', operationId)).toBeNull();
    const notFound = { code: 'not_found' };
    await expect(locked(() => team.invitations.lock('acc_other', id))).rejects.toMatchObject(notFound);
    await expect(team.invitationQueries.get('acc_other', id)).rejects.toMatchObject(notFound);
  });

  it('stores changes of an invitation', async () => {
    const { invitation } = await kept();
    invitation.accept(later(5));
    await team.invitations.save(invitation);
    const { accountId, id } = invitation;
    expect(await locked(() => team.invitations.lock(accountId, id))).toMatchObject({ acceptedAt: later(5) });
    expect(await team.invitationQueries.get(accountId, id)).toMatchObject({ status: 'accepted' });
  });

  it('revokes the open invitations of an account, of one address or by one member', async () => {
    const { account, user } = await storedOwner(stores);
    const accountId = account.id;
    const invited = (email: string, invitedById = user.id) => kept({ accountId, email, invitedById });
    const [first, second, third] = [
      await invited('a@x.com'),
      await invited('b@x.com', 'usr_b'),
      await invited('c@x.com'),
    ];
    const { invitation: strange } = await kept({ email: 'a@x.com' });
    const accepted = (await invited('d@x.com')).invitation;
    accepted.accept(now);
    await team.invitations.save(accepted);
    expect(await team.invitations.revokeAll({ accountId, email: 'a@x.com' }, now)).toEqual([first.invitation.id]);
    expect(await team.invitations.revokeAll({ accountId, invitedById: 'usr_b' }, now)).toEqual([second.invitation.id]);
    expect(await team.invitations.revokeAll({ accountId }, later(1))).toEqual([third.invitation.id]);
    expect(await team.invitations.revokeAll({ accountId }, later(1))).toEqual([]);
    const statusOf = async ({ accountId: whose, id }: Invitation) =>
      (await invitationsAt(later(2)).get(whose, id)).status;
    expect(await statusOf(first.invitation)).toBe('revoked');
    expect(await statusOf(accepted)).toBe('accepted');
    expect(await statusOf(strange)).toBe('pending');
  });

  it('returns each invitation once, in either direction, and filters by status', async () => {
    const { account } = await storedOwner(stores);
    const accountId = account.id;
    const made: Invitation[] = [];
    for (const second of [0, 0, 1, 2, 3]) made.push((await kept({ accountId, at: later(second) })).invitation);
    await kept();
    made[1]!.revoke(later(4));
    made[4]!.accept(later(4));
    for (const invitation of made) await team.invitations.save(invitation);
    const ids = async (
      order: SortOrder,
      status: Parameters<typeof team.invitationQueries.list>[0]['status'],
      at = later(5),
    ) => {
      const rows = await everyPage((after) =>
        invitationsAt(at).list({ accountId, status }, { limit: 2, sort: 'created_at', order, after }),
      );
      return rows.map(({ id }) => id);
    };
    const place = ({ createdAt, id }: Invitation) => `${createdAt.toISOString()}${id}`;
    const byTime = made.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ id }) => id);
    expect(await ids('asc', null)).toEqual(byTime);
    expect(await ids('desc', null)).toEqual(byTime.toReversed());
    expect(await ids('desc', ['revoked'])).toEqual([made[1]!.id]);
    expect(await ids('desc', ['accepted', 'revoked'])).toEqual([made[4]!.id, made[1]!.id]);
    expect(await ids('asc', ['expired'])).toEqual([]);
    expect(await ids('asc', ['pending'], addDays(later(1), 7))).toEqual([made[3]!.id]);
  });

  it('returns inviter, recipient and account for a valid token', async () => {
    const { invitation, secret, account, user } = await kept();
    const look = (at = now) => invitationsAt(at).findPending(hashSecret(secret));
    const { email, expiresAt } = invitation;
    const offer = {
      accountId: account.id,
      accountName: account.name,
      inviterName: user.name,
      email,
      role: 'billing',
      expiresAt,
    };
    expect(await look()).toEqual({ ...offer, userId: null, isNewUser: true });
    expect(await look(expiresAt)).toBeNull();
    expect(await team.invitationQueries.findPending(hashSecret('another'))).toBeNull();
    const invited = sampleUser(email);
    await stores.users.add(invited);
    expect(await look()).toEqual({ ...offer, userId: invited.id, isNewUser: true });
    invited.verifyEmail(now);
    await stores.users.save(invited);
    expect(await look()).toEqual({ ...offer, userId: invited.id, isNewUser: false });
    account.requestClosure(now);
    account.close(addDays(now, 30));
    await stores.accounts.save(account);
    expect(await look()).toBeNull();
  });

  it('changes the role of one member, counts owners, and removes one who left', async () => {
    const { account, user } = await storedOwner(stores);
    const { account: other } = await storedOwner(stores);
    const userId = await joined(account.id, later(1));
    const { memberships } = stores;
    expect(await locked(() => memberships.lockOwners(account.id))).toBe(1);
    await memberships.changeRole(account.id, userId, 'owner');
    expect(await locked(() => memberships.lockOwners(account.id))).toBe(2);
    const membership = { accountId: account.id, userId, role: 'owner', joinedAt: later(1) };
    expect(await locked(() => memberships.lock(account.id, userId))).toEqual(membership);
    expect(await locked(() => memberships.lock(other.id, userId))).toBeNull();
    await memberships.remove(account.id, user.id);
    expect(await locked(() => memberships.lock(account.id, user.id))).toBeNull();
    expect(await locked(() => memberships.lockOwners(account.id))).toBe(1);
  });

  it('returns the members of one account in pages, with their emails', async () => {
    const { account, user } = await storedOwner(stores);
    const { account: other, user: stranger } = await storedOwner(stores);
    const order = [user.id];
    for (const second of [1, 2, 3]) order.push(await joined(account.id, later(second)));
    const rows = await everyPage((after) =>
      team.memberQueries.list(account.id, { limit: 2, sort: 'joined_at', order: 'desc', after }),
    );
    expect(rows.map((row) => row.user.id)).toEqual(order.toReversed());
    expect(rows.at(-1)).toEqual(await team.memberQueries.get(account.id, user.id));
    expect(rows.at(-1)).toMatchObject({ user: { role: 'owner', email: user.email }, joinedAt: now });
    await expect(team.memberQueries.get(other.id, user.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await team.memberQueries.hasAddress(account.id, user.email)).toBe(true);
    expect(await team.memberQueries.hasAddress(account.id, stranger.email)).toBe(false);
  });

  it('revokes the keys of one member, in one account', async () => {
    const [{ account, user }, { account: other }] = [await storedOwner(stores), await storedOwner(stores)];
    const keys = [
      sampleKey(account.id, user.id),
      sampleKey(account.id, await joined(account.id, now)),
      sampleKey(other.id, user.id),
    ].map(({ apiKey }) => apiKey);
    for (const key of keys) await stores.apiKeys.add(key);
    await team.keys.revokeAll(account.id, user.id, now);
    const statuses = keys.map(({ accountId, id }) => new ApiKeyReads(test.db, new TestClock(now)).get(accountId, id));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual(['revoked', 'active', 'active']);
  });
});
