import type { Role } from '@trunkline/kernel';
import { lockWaits } from '@trunkline/platform/testing';
import { aPrincipal, anAccountWithMember, aVerifiedUser, worldsOf } from '../../testing';
import { anAuthorizationRequest, anOAuthApp, oauthWorld } from '../../testing/worlds/oauth-world';
import { outcomes, times } from '../../testing/races';

describe('consent', () => {
  const newWorld = worldsOf(oauthWorld);
  const open = async () => {
    const world = newWorld();
    const app = await anOAuthApp(world, aPrincipal(await aVerifiedUser(world)));
    const user = aPrincipal(await aVerifiedUser(world));
    const requested = (scopes?: string[]) => anAuthorizationRequest(world, app, scopes);
    const grantOf = async (request: string) => {
      const { decision } = (await world.authorizations.findRequest(request))!;
      return decision?.grantId ? world.authorizations.findGrant(decision.grantId) : null;
    };
    return { world, app, user, requested, grantOf };
  };
  const expired = { code: 'consent_expired' };

  it('counts one of eight decisions at once', async () => {
    const { world, user, requested, grantOf } = await open();
    const request = await requested();
    const decisions = times(8, (n) =>
      n % 2 === 0 ? world.oauthConsents.approve(user, request, {}) : world.oauthConsents.deny(user, request),
    );
    expect(await outcomes(decisions)).toEqual({ ok: 1, consent_expired: 7 });
    const { items } = await world.oauthGrantQueries.list(user.userId, {
      limit: 10,
      sort: 'created_at',
      order: 'desc',
      after: null,
    });
    expect(items).toHaveLength((await grantOf(request)) ? 1 : 0);
  });

  it.each<[Role, string[]]>([
    ['owner', ['numbers:write', 'cdrs:read']],
    ['member', ['numbers:write', 'cdrs:read']],
    ['billing', ['numbers:read', 'cdrs:read']],
    ['read_only', ['numbers:read', 'cdrs:read']],
  ])('grants what the role %s covers', async (role, scopes) => {
    const { world, requested, grantOf } = await open();
    const { owner, member } = await anAccountWithMember(world, role === 'owner' ? 'member' : role);
    const principal = role === 'owner' ? owner : member;
    const request = await requested();
    await world.oauthConsents.approve(principal, request, {});
    expect((await grantOf(request))?.scopes).toEqual(scopes);
    const beyond = world.oauthConsents.approve(principal, await requested(['cdrs:read']), {
      scopes: ['numbers:write'],
    });
    await expect(beyond).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('creates no grant in an account of which the user is no member, and leaves the request undecided', async () => {
    const { world, user, requested, grantOf } = await open();
    const other = await aVerifiedUser(world);
    const request = await requested();
    const approval = world.oauthConsents.approve(user, request, { accountId: other.accountId });
    await expect(approval).rejects.toMatchObject({ code: 'invalid_input' });
    await world.oauthConsents.approve(user, request, {});
    expect(await grantOf(request)).toMatchObject({ accountId: user.accountId });
  });

  it('expires 15 minutes after the request', async () => {
    const { world, user, requested } = await open();
    const request = await requested();
    world.clock.advance(15 * 60 - 1);
    await expect(world.oauthConsents.describe(user, request)).resolves.toMatchObject({ accounts: [{}] });
    world.clock.advance(1);
    await expect(world.oauthConsents.describe(user, request)).rejects.toMatchObject(expired);
    await expect(world.oauthConsents.approve(user, request, {})).rejects.toMatchObject(expired);
    await expect(world.oauthConsents.deny(user, request)).rejects.toMatchObject(expired);
  });

  it('creates no grant for a membership that ends at the same time', async () => {
    const { world, requested } = await open();
    const { owner, member } = await anAccountWithMember(world, 'member');
    const request = await requested();
    let signal = (): void => undefined;
    const removed = new Promise<void>((resolve) => (signal = resolve));
    const approval = removed.then(() => world.oauthConsents.approve(member, request, {}));
    // It may be rejected before the transaction below has returned.
    const rejected = expect(approval).rejects.toMatchObject({ code: 'invalid_input' });
    await world.db.run(async () => {
      await world.members.remove(owner, member.userId);
      signal();
      await lockWaits(world.db, 1);
    });
    await rejected;
  });
});
