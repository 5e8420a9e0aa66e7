import { createDataSource, type Database } from '@trunkline/platform';
import { lockWaits, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../../identity.module';
import { aPrincipal, aVerifiedUser } from '../../testing';
import { anAuthorizationRequest, anOAuthApp, oauthWorld, type OAuthWorld } from '../../testing/worlds/oauth-world';
import { StoredAccountAccess } from '../closing-accounts';
import { LimitGrants1795000901000, LimitOldGrants1795000901001 } from '../migrations/limit-grants';

const context = { accountId: null, ip: null };
const narrowed = { maxScopes: ['cdrs:read'] };

describe('what a grant may use of its application', () => {
  let test: TestDatabase;
  let db: Database;
  let world: OAuthWorld;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    db = test.db;
    world = oauthWorld(db);
  });
  afterAll(() => test.close());

  const open = async () => {
    const developer = aPrincipal(await aVerifiedUser(world));
    const app = await anOAuthApp(world, developer);
    const user = aPrincipal(await aVerifiedUser(world));
    const request = await anAuthorizationRequest(world, app);
    const approve = () => world.oauthConsents.approve(user, request, {});
    /** The scopes of a token that was issued for every scope of the application; null if it is not accepted. */
    const scopes = async () => {
      const grantId = (await world.authorizations.findRequest(request))?.decision?.grantId ?? null;
      const { accountId, userId } = user;
      const claims = { tokenId: 'tok_1', clientId: app.clientId, scopes: app.maxScopes, grantId, accountId, userId };
      return (await world.credentials.byToken(claims, context))?.principal?.scopes ?? null;
    };
    const narrow = () => world.oauthApps.change(developer.accountId, app.id, narrowed);
    const disable = () => world.oauthApps.disable(developer.accountId, app.id);
    const close = () => new StoredAccountAccess(db).revokeKeys(developer.accountId, world.clock.now());
    return { developer, app, approve, scopes, narrow, disable, close };
  };

  it('is its present maximum, and nothing once it is disabled', async () => {
    const { approve, scopes, narrow, disable } = await open();
    await approve();
    expect(await scopes()).toEqual(['numbers:write', 'cdrs:read']);
    await narrow();
    expect(await scopes()).toEqual(['cdrs:read']);
    await disable();
    expect(await scopes()).toBeNull();
  });

  it.each([
    ['narrowed', 'narrow', ['cdrs:read']],
    ['disabled', 'disable', null],
    ["disabled with its developer's account", 'close', null],
  ] as const)('counts when it is %s while the consent is given', async (_what, change, left) => {
    const opened = await open();
    let signal = (): void => undefined;
    const changed = new Promise<void>((resolve) => (signal = resolve));
    const approval = changed.then(() => opened.approve());
    await db.run(async () => {
      await opened[change]();
      signal();
      await lockWaits(db);
    });
    await approval;
    expect(await opened.scopes()).toEqual(left);
  });

  it.each([
    ['narrowed', 'narrow', ['cdrs:read']],
    ['disabled', 'disable', null],
    ["disabled with its developer's account", 'close', null],
  ] as const)('counts when the consent is being given while it is %s', async (_what, change, left) => {
    const opened = await open();
    let signal = (): void => undefined;
    const approved = new Promise<void>((resolve) => (signal = resolve));
    const changed = approved.then(() => db.run(() => opened[change]() as Promise<unknown>));
    await db.run(async () => {
      await opened.approve();
      signal();
      await lockWaits(db);
    });
    await changed;
    expect(await opened.scopes()).toEqual(left);
  });

  it('counts when the consent is given after the snapshot of the change', async () => {
    const { developer, app, approve, scopes, narrow } = await open();
    let signal = (): void => undefined;
    const seen = new Promise<void>((resolve) => (signal = resolve));
    const approval = seen.then(() => approve());
    await db.run(async () => {
      await world.oauthAppQueries.get(developer.accountId, app.id);
      signal();
      await approval;
      await narrow();
    }, 'repeatable read');
    expect(await scopes()).toEqual(['cdrs:read']);
  });

  it('is copied to the grants of the version before', async () => {
    const [active, disabled] = [await open(), await open()];
    for (const each of [active, disabled]) await each.approve();
    const owner = await createDataSource({ url: test.url, asOwner: true, poolSize: 1 }, []).initialize();
    const runner = owner.createQueryRunner();
    await new LimitGrants1795000901000().down(runner);
    await disabled.disable();
    await runner.query(`UPDATE identity.oauth_grants SET revoked_at = NULL`);
    for (const Migration of [LimitGrants1795000901000, LimitOldGrants1795000901001]) {
      await runner.startTransaction();
      await new Migration().up(runner);
      await runner.commitTransaction();
    }
    await runner.release();
    await owner.destroy();
    expect(await active.scopes()).toEqual(['numbers:write', 'cdrs:read']);
    expect(await disabled.scopes()).toBeNull();
  });
});
