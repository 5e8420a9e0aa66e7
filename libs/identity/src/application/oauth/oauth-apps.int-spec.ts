import type { Principal } from '@trunkline/kernel';
import { aPrincipal, anAccountWithMember, aVerifiedUser, worldsOf } from '../../testing';
import { anAuthorizationRequest, anOAuthApp, APP_DETAILS, oauthWorld } from '../../testing/worlds/oauth-world';
import { outcomes, times } from '../../testing/races';

describe('OAuth applications', () => {
  const newWorld = worldsOf(oauthWorld);
  const open = async () => {
    const world = newWorld();
    const developer = aPrincipal(await aVerifiedUser(world));
    return { world, developer, app: await anOAuthApp(world, developer) };
  };
  const secretHash = async (world: ReturnType<typeof newWorld>, clientId: string) =>
    (await world.authorizations.findClient(clientId))?.secretHash.toString('hex');

  it('rejects a member whose role was lowered after the request was authorized', async () => {
    const { world } = await open();
    const { member } = await anAccountWithMember(world, 'member');
    const asAuthorized = { ...member, role: 'owner' as const };
    await expect(world.oauthApps.register(asAuthorized, APP_DETAILS)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('registers 25 active applications, also when more are registered at once, and another once one is disabled', async () => {
    const { world } = await open();
    const { owner, member } = await anAccountWithMember(world, 'admin');
    const register = (who: Principal) => world.oauthApps.register(who, APP_DETAILS);
    const registered = await outcomes(times(28, (n) => register(n % 2 ? owner : member)));
    expect(registered).toEqual({ ok: 25, oauth_app_limit_reached: 3 });
    const page = { limit: 1, sort: 'created_at', order: 'desc', after: null } as const;
    const [app] = (await world.oauthAppQueries.list({ accountId: owner.accountId, status: null }, page)).items;
    await world.oauthApps.disable(owner.accountId, app!.id);
    expect(await outcomes([register(owner), register(member)])).toEqual({ ok: 1, oauth_app_limit_reached: 1 });
  });

  it('replaces the secret with each rotation, also when two run at once', async () => {
    const { world, developer, app } = await open();
    const first = await secretHash(world, app.clientId);
    const rotate = () => world.oauthApps.rotateSecret(developer.accountId, app.id);
    const secrets = await Promise.all([rotate(), rotate()]);
    expect(new Set(secrets).size).toBe(2);
    expect(await secretHash(world, app.clientId)).not.toBe(first);
    const { secretLast4 } = await world.oauthAppQueries.get(developer.accountId, app.id);
    expect(secrets.map((secret) => secret.slice(-4))).toContain(secretLast4);
  });

  it("does not find another account's application", async () => {
    const { world, app } = await open();
    const { accountId } = await aVerifiedUser(world);
    const { oauthApps, oauthAppQueries } = world;
    const missing = { code: 'not_found' };
    await expect(oauthAppQueries.get(accountId, app.id)).rejects.toMatchObject(missing);
    await expect(oauthApps.change(accountId, app.id, { name: 'Mine' })).rejects.toMatchObject(missing);
    await expect(oauthApps.rotateSecret(accountId, app.id)).rejects.toMatchObject(missing);
    await expect(oauthApps.disable(accountId, app.id)).rejects.toMatchObject(missing);
    expect(
      (
        await oauthAppQueries.list(
          { accountId, status: null },
          { limit: 10, sort: 'created_at', order: 'desc', after: null },
        )
      ).items,
    ).toEqual([]);
  });

  it('revokes the grants of every user when it is disabled, and stays listed', async () => {
    const { world, developer, app } = await open();
    const users = [aPrincipal(await aVerifiedUser(world)), aPrincipal(await aVerifiedUser(world))];
    for (const user of users) await world.oauthConsents.approve(user, await anAuthorizationRequest(world, app), {});
    const counted = async () => (await world.oauthAppQueries.get(developer.accountId, app.id)).authorizedUserCount;
    expect(await counted()).toBe(2);
    const disabled = await world.oauthApps.disable(developer.accountId, app.id);
    expect(disabled).toMatchObject({ status: 'disabled', authorizedUserCount: 0 });
    expect(await world.oauthApps.disable(developer.accountId, app.id)).toEqual(disabled);
    expect(await world.authorizations.findClient(app.clientId)).toBeNull();
    await expect(world.oauthApps.rotateSecret(developer.accountId, app.id)).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('narrows the scopes of a grant as soon as the maximum is narrowed', async () => {
    const { world, developer, app } = await open();
    const user = aPrincipal(await aVerifiedUser(world));
    const request = await anAuthorizationRequest(world, app);
    await world.oauthConsents.approve(user, request, {});
    const { decision } = (await world.authorizations.findRequest(request))!;
    await world.oauthApps.change(developer.accountId, app.id, { maxScopes: ['cdrs:read'] });
    expect(await world.authorizations.findGrant(decision!.grantId!)).toMatchObject({ scopes: ['cdrs:read'] });
  });
});
