import { lockWaits } from '@trunkline/platform/testing';
import { aCaller, aPrincipal, aVerifiedUser, PASSWORD, worldsOf } from '../../testing';
import { anAuthorizationRequest, anOAuthApp, oauthWorld } from '../../testing/worlds/oauth-world';

describe('connected applications', () => {
  const newWorld = worldsOf(oauthWorld);
  const open = async () => {
    const world = newWorld();
    const developer = aPrincipal(await aVerifiedUser(world));
    const app = await anOAuthApp(world, developer);
    const connect = async (user = developer, to = app) =>
      world.oauthConsents.approve(user, await anAuthorizationRequest(world, to), {});
    const listed = async ({ userId } = developer) =>
      (await world.oauthGrantQueries.list(userId, { limit: 10, sort: 'created_at', order: 'desc', after: null })).items;
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

  describe('after a password reset', () => {
    const opened = async () => {
      const { world, app, connect, listed } = await open();
      const user = await aVerifiedUser(world);
      const inSession = async () => {
        const input = { email: user.email, password: PASSWORD, trustDevice: false, caller: aCaller };
        return aPrincipal({ ...user, credentialId: (await world.logIn.logIn(input)).sessionId });
      };
      const reset = async () => {
        await world.mailLink.mail({ kind: 'reset_password', email: user.email, ip: null });
        const token = world.mails.tokenTo(user.email);
        await world.resetPassword.reset({ token, newPassword: 'staple battery horse' });
      };
      const mailText = () => world.mails.sent.findLast(({ to }) => to === user.email)?.text;
      return { world, app, connect, listed, user, inSession, reset, mailText };
    };

    it('are disconnected if they were connected in a session that it ends, and the mail names them', async () => {
      const { world, connect, listed, inSession, reset, mailText } = await opened();
      const developer = aPrincipal(await aVerifiedUser(world));
      const kept = await anOAuthApp(world, developer, { name: 'Kept' });
      const earlier = await inSession();
      await connect(earlier, kept);
      await world.sessions.end(earlier.credentialId);
      const [first, second] = [await inSession(), await inSession()];
      await connect(first);
      await connect(second);
      await connect(second, await anOAuthApp(world, developer, { name: 'Other' }));
      const neighbour = aPrincipal(await aVerifiedUser(world));
      await connect(neighbour);
      await reset();
      expect(await listed(first)).toMatchObject([{ appName: 'Kept' }]);
      expect(await listed(neighbour)).toHaveLength(1);
      expect(mailText()).toContain('have been disconnected: Acme Dialer, Other.');
    });

    it('are not mentioned if none was connected in a session that it ends', async () => {
      const { inSession, reset, mailText } = await opened();
      await inSession();
      await reset();
      expect(mailText()).not.toContain('disconnected');
    });

    it('stay if the password is changed within a session', async () => {
      const { world, connect, listed, inSession } = await opened();
      const [other, own] = [await inSession(), await inSession()];
      await connect(other);
      const input = { currentPassword: PASSWORD, newPassword: 'staple battery horse', caller: aCaller };
      await world.changePassword.change(own, input);
      expect(await listed(own)).toHaveLength(1);
    });

    it('are disconnected or refused if they are connected at the same time', async () => {
      const { world, app, connect, listed, inSession, reset } = await opened();
      const user = await inSession();
      const request = await anAuthorizationRequest(world, app);
      let signal = (): void => undefined;
      const connected = new Promise<void>((resolve) => (signal = resolve));
      const resetting = connected.then(reset);
      await world.db.run(async () => {
        await connect(user);
        signal();
        await lockWaits(world.db, 1);
      });
      await resetting;
      expect(await listed(user)).toEqual([]);
      // As when the session was checked before the reset.
      await expect(world.oauthConsents.approve(user, request, {})).rejects.toMatchObject({ code: 'unauthorized' });
      expect(await listed(user)).toEqual([]);
    });
  });
});
