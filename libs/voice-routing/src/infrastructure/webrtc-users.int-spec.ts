import { newId } from '@trunkline/kernel';
import { postgresWorld, type PostgresWorld } from '../testing/postgres-world';

describe('WebrtcUsers', () => {
  let world: PostgresWorld;
  let accountId: string;

  beforeAll(async () => {
    world = await postgresWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => {
    accountId = newId('acc');
  });

  const aUser = (name = newId('op')) =>
    world.webrtcUsers.create(accountId, newId('op'), { name, defaultCallerId: null });
  const onUser = (webrtcUserId: string) => ({ kind: 'webrtc_user' as const, webrtcUserId });
  const aProfile = (targets: Parameters<typeof world.routingProfiles.create>[0]['targets'] = []) =>
    world.routingProfiles.create({ operationId: newId('op'), accountId, options: { name: newId('op') }, targets });
  const tokens = async () =>
    (await world.db.query(`SELECT FROM voice.webrtc_tokens WHERE account_id = $1`, [accountId])).length;

  it('seals the passwords of tokens', async () => {
    const { id } = await aUser();
    const { sipUsername, sipPassword } = await world.webrtcUsers.issueToken(accountId, id);
    const row = await world.db.find<{ sealed: string }>(
      `SELECT sip_password_sealed AS sealed FROM voice.webrtc_tokens WHERE sip_username = $1`,
      [sipUsername],
    );
    expect(row?.sealed).not.toContain(sipPassword);
  });

  it('deletes tokens an hour after they were issued, and makes room for others', async () => {
    const { id } = await aUser();
    for (let issued = 0; issued < 20; issued++) await world.webrtcUsers.issueToken(accountId, id);
    await expect(world.webrtcUsers.issueToken(accountId, id)).rejects.toMatchObject({ code: 'conflict' });
    world.clock.advance(3_599);
    await world.webrtcUsers.pruneTokens();
    expect(await tokens()).toBe(20);
    world.clock.advance(1);
    await world.webrtcUsers.issueToken(accountId, id);
    await world.webrtcUsers.pruneTokens();
    expect(await tokens()).toBe(1);
  });

  it('revokes the tokens of a user that is disabled or deleted', async () => {
    const [first, second] = [await aUser(), await aUser()];
    for (const { id } of [first, second]) await world.webrtcUsers.issueToken(accountId, id);
    await world.webrtcUsers.update(accountId, first.id, { status: 'disabled' });
    expect(await tokens()).toBe(1);
    await world.webrtcUsers.delete({ accountId, id: second.id, isForced: false });
    expect(await tokens()).toBe(0);
  });

  it('removes the browsers of a user that is disabled, and of no other user', async () => {
    const [disabled, other] = [await aUser(), await aUser()];
    for (const { id } of [disabled, other])
      await world.db.query(
        `INSERT INTO voice.contacts (id, account_id, webrtc_user_id, switch_id, node, boot_id, username, uri, user_agent, q,
           expires_at, registered_at)
         VALUES ($1, $2, $3, 'sw1', '', 'b1', $3, 'sip:1@browser.invalid', 'JsSIP', 1, $4, $4)`,
        [newId('ct'), accountId, id, world.clock.now()],
      );
    await world.webrtcUsers.update(accountId, disabled.id, { status: 'disabled' });
    const left = await world.db.query<{ user: string }>(
      `SELECT webrtc_user_id AS user FROM voice.contacts WHERE webrtc_user_id = ANY ($1)`,
      [[disabled.id, other.id]],
    );
    expect(left).toEqual([{ user: other.id }]);
  });

  it('never leaves an enabled target on a deleted user when both changes race', async () => {
    for (let round = 0; round < 15; round++) {
      const { id } = await aUser();
      const { profile } = await aProfile();
      const address = { accountId, profileId: profile.id };
      await Promise.allSettled([
        world.webrtcUsers.delete({ accountId, id, isForced: true }),
        world.routingTargets.add(address, newId('op'), onUser(id)),
      ]);
      const { targets } = await world.routingProfiles.get(accountId, profile.id);
      expect(targets.filter(({ enabled }) => enabled)).toEqual([]);
    }
  });

  it('issues at most twenty tokens when many are requested at once', async () => {
    const { id } = await aUser();
    const results = await Promise.allSettled(
      Array.from({ length: 26 }, () => world.webrtcUsers.issueToken(accountId, id)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });

  it('are deleted with their account, and their targets disabled', async () => {
    const { id } = await aUser();
    const { profile } = await aProfile([onUser(id)]);
    await world.archiveRoutes.archiveAll(accountId);
    await expect(world.webrtcUserStore.get(accountId, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await world.routingProfiles.view(accountId, profile.id)).toMatchObject({ status: 'archived' });
  });

  it('refuses to enable a target whose user was disabled since', async () => {
    const { id } = await aUser();
    const { profile, targets } = await aProfile([{ ...onUser(id), enabled: false }]);
    await world.webrtcUsers.update(accountId, id, { status: 'disabled' });
    const address = { accountId, profileId: profile.id, targetId: targets[0]!.id };
    await expect(world.routingTargets.update(address, { enabled: true })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    expect(await world.routingTargets.update(address, { weight: 5 })).toMatchObject({ weight: 5, enabled: false });
  });
});
