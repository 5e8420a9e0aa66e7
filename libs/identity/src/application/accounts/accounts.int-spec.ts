import { addSeconds, newId } from '@trunkline/kernel';
import { Account } from '../../domain/account';
import { aPrincipal, aVerifiedUser, identityWorld, type IdentityWorld, worldsOf } from '../../testing';

const newWorld = worldsOf(identityWorld);
let world: IdentityWorld;
beforeEach(() => {
  world = newWorld();
});

describe('My account', () => {
  it('shows account, balance, person and memberships', async () => {
    const { accountId, userId, email } = await aVerifiedUser(world);
    expect(await world.accounts.mine(aPrincipal({ accountId, userId }))).toMatchObject({
      account: { id: accountId, status: 'active', closureGraceEndsAt: null },
      user: { id: userId, email, role: 'owner', emailVerified: true },
      memberships: [{ accountId, role: 'owner' }],
      balance: { amountCents: 500, currency: 'USD' },
    });
  });

  it('returns every account of the user to a session, and only its own to a key or token', async () => {
    const { accountId, userId } = await aVerifiedUser(world);
    const other = Account.open(
      { name: 'Other', country: 'GB', tier: 'verified', signUpOperationId: newId('op') },
      world.clock.now(),
    );
    await world.stores.accounts.add(other);
    await world.stores.memberships.add({
      accountId: other.id,
      userId,
      role: 'member',
      joinedAt: addSeconds(world.clock.now(), 1),
    });
    const seenBy = async (credential: 'session' | 'key' | 'oauth') =>
      (await world.accounts.mine(aPrincipal({ accountId, userId, credential }))).memberships.map(
        (each) => each.accountId,
      );
    expect(await seenBy('session')).toEqual([accountId, other.id]);
    expect(await seenBy('key')).toEqual([accountId]);
    expect(await seenBy('oauth')).toEqual([accountId]);
  });

  it('throws not_found for a former member', async () => {
    const { accountId } = await aVerifiedUser(world);
    const gone = world.accounts.mine(aPrincipal({ accountId, userId: 'usr_gone' }));
    await expect(gone).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('The settings of an account', () => {
  const settings = { cdrRedaction: 'none', lowBalanceAlertCents: null, timezone: 'UTC' };
  const shown = (accountId: string) => world.directory.get(accountId);

  it('change only where given', async () => {
    const { accountId } = await aVerifiedUser(world);
    await world.accounts.change(accountId, { settings: { lowBalanceAlertCents: 1000 } });
    expect(await shown(accountId)).toMatchObject({
      country: 'GB',
      settings: { ...settings, lowBalanceAlertCents: 1000 },
    });
    expect(world.alerts.thresholds.get(accountId)).toBe(1000);
    await world.accounts.change(accountId, { name: 'Looms', country: 'FR', settings: {} });
    expect(world.alerts.thresholds.get(accountId)).toBe(1000);
    expect(await shown(accountId)).toMatchObject({
      name: 'Looms',
      country: 'FR',
      settings: { lowBalanceAlertCents: 1000 },
    });
    await world.accounts.change(accountId, { settings: { lowBalanceAlertCents: null } });
    expect(await shown(accountId)).toMatchObject({ settings });
    expect(world.alerts.thresholds.get(accountId)).toBeNull();
  });

  it('fix the country once a number was ordered', async () => {
    const { accountId } = await aVerifiedUser(world);
    world.numbers.ordered.add(accountId);
    const moving = world.accounts.change(accountId, { name: 'Looms', country: 'FR' });
    await expect(moving).rejects.toMatchObject({ code: 'invalid_state' });
    await world.accounts.change(accountId, { name: 'Looms', country: 'GB' });
    expect(await world.directory.get(accountId)).toMatchObject({ name: 'Looms', country: 'GB' });
  });

  it('reject an unknown time zone', async () => {
    const { accountId } = await aVerifiedUser(world);
    const changing = world.accounts.change(accountId, { settings: { timezone: '+01:00' } });
    await expect(changing).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { 'settings.timezone': expect.any(String) },
    });
  });
});

describe('The account directory', () => {
  it('returns the terms and status of an account to other contexts', async () => {
    const { accountId } = await aVerifiedUser(world);
    expect(await world.directory.get(accountId)).toMatchObject({
      id: accountId,
      tier: 'self_serve',
      billingMode: 'prepaid',
    });
    expect(await world.directory.status(accountId)).toBe('active');
    await expect(world.directory.status('acc_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('API keys of an account', () => {
  const wanted = { name: 'ci', scopes: ['*'], allowedCidrs: [], expiresAt: null };

  it('are created, read, listed and revoked, each once', async () => {
    const { accountId, userId } = await aVerifiedUser(world);
    const { apiKey } = await world.apiKeys.create(aPrincipal({ accountId, userId }), wanted);
    expect(await world.apiKeyQueries.get(accountId, apiKey.id)).toMatchObject({ name: 'ci', status: 'active' });
    const revoked = await world.apiKeys.revoke(accountId, apiKey.id);
    world.clock.advance(10);
    expect(await world.apiKeys.revoke(accountId, apiKey.id)).toEqual(revoked);
    const page = { limit: 10, sort: 'created_at', order: 'desc', after: null } as const;
    expect((await world.apiKeyQueries.list({ accountId, status: ['revoked'] }, page)).items).toEqual([revoked]);
    expect((await world.apiKeyQueries.list({ accountId, status: ['active'] }, page)).items).toEqual([]);
  });

  it('are not found by another account', async () => {
    const { accountId, userId } = await aVerifiedUser(world);
    const { apiKey } = await world.apiKeys.create(aPrincipal({ accountId, userId }), wanted);
    const stranger = (await aVerifiedUser(world)).accountId;
    const notFound = { code: 'not_found' };
    await expect(world.apiKeyQueries.get(stranger, apiKey.id)).rejects.toMatchObject(notFound);
    await expect(world.apiKeys.revoke(stranger, apiKey.id)).rejects.toMatchObject(notFound);
    await expect(world.apiKeys.change(stranger, apiKey.id, { name: 'x' })).rejects.toMatchObject(notFound);
  });

  it('are rotated by any session of the account, and by no key but themselves', async () => {
    const { accountId, userId } = await aVerifiedUser(world);
    const session = aPrincipal({ accountId, userId });
    const { apiKey } = await world.apiKeys.create(session, wanted);
    const byKey = (credentialId: string) => aPrincipal({ accountId, userId, credential: 'key', credentialId });
    await expect(world.apiKeys.rotate(byKey('key_other'), apiKey.id, 0)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const { apiKey: second } = await world.apiKeys.rotate(byKey(apiKey.id), apiKey.id, 0);
    expect(await world.apiKeyQueries.get(accountId, apiKey.id)).toMatchObject({ status: 'expired' });
    const { apiKey: third } = await world.apiKeys.rotate(session, second.id, 60);
    expect(await world.apiKeyQueries.get(accountId, third.id)).toMatchObject({ status: 'active', name: 'ci' });
  });
});
