import { aPrincipal, aVerifiedUser, worldsOf } from '../../testing';
import { anAuthorizationRequest, anOAuthApp, oauthWorld } from '../../testing/oauth/oauth-world';

describe('connected applications', () => {
  const newWorld = worldsOf(oauthWorld);
  const open = async () => {
    const world = newWorld();
    const developer = aPrincipal(await aVerifiedUser(world));
    const app = await anOAuthApp(world, developer);
    const connect = async (user = developer, to = app) =>
      world.oauthConsents.approve(user, await anAuthorizationRequest(world, to), {});
    const listed = async ({ userId } = developer) =>
      (await world.oauthGrants.list(userId, { limit: 10, sort: 'created_at', order: 'desc', after: null })).items;
    return { world, developer, app, connect, listed };
  };

  it('disconnects every grant of the user to the application, and no other', async () => {
    const { world, developer, connect, listed } = await open();
    const other = await anOAuthApp(world, developer, { name: 'Other' });
    const neighbour = aPrincipal(await aVerifiedUser(world));
    await connect();
    await connect();
    await connect(developer, other);
    await connect(neighbour);
    const [grant] = (await listed()).filter(({ appName }) => appName === 'Acme Dialer');
    await world.oauthGrants.disconnect(developer.userId, grant!.id);
    expect(await listed()).toMatchObject([{ appName: 'Other' }]);
    expect(await listed(neighbour)).toHaveLength(1);
    await expect(world.oauthGrants.disconnect(developer.userId, grant!.id)).resolves.toBeUndefined();
  });

  it("does not find another user's grant", async () => {
    const { world, connect, listed } = await open();
    await connect();
    const [grant] = await listed();
    const { userId } = await aVerifiedUser(world);
    await expect(world.oauthGrants.disconnect(userId, grant!.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listed()).toHaveLength(1);
  });

  it('lists a grant without tokens until its code can no longer be issued and used', async () => {
    const { world, connect, listed } = await open();
    await connect();
    world.clock.advance(16 * 60 - 1);
    expect(await listed()).toHaveLength(1);
    world.clock.advance(1);
    expect(await listed()).toEqual([]);
  });
});
