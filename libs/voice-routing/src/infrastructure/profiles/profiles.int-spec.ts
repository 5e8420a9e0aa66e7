import { jest } from '@jest/globals';
import { newId } from '@trunkline/kernel';
import { lockWaits } from '@trunkline/platform/testing';
import type { TargetInput } from '../../application/profiles/routing-profiles';
import { RoutingTarget } from '../../domain/profiles/routing-target';
import { aNumber } from '../../testing';
import { type PostgresWorld, postgresWorld } from '../../testing/postgres-world';

let world: PostgresWorld;
let accountId: string;

beforeAll(async () => {
  world = await postgresWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  accountId = newId('acc');
});

const forward = (last: number) => ({ kind: 'pstn_forward' as const, pstnForwardE164: `+493090182${last}` });
const onTrunk = (trunkId: string) => ({ kind: 'sip_trunk' as const, sipTrunkId: trunkId });
const signal = () => {
  let send = (): void => undefined;
  const sent = new Promise<void>((resolve) => (send = resolve));
  return { send, sent };
};
const aProfile = async (
  targets: Parameters<typeof world.routingProfiles.create>[0]['targets'] = [],
  name = newId('op'),
) => world.routingProfiles.create({ operationId: newId('op'), accountId, options: { name }, targets });

describe('RoutingProfiles', () => {
  it('returns a profile with its targets in order', async () => {
    const trunk = await world.aTrunk(accountId);
    const { profile, targets } = await aProfile([
      { kind: 'sip_trunk', sipTrunkId: trunk.id, conditions: { caller_countries: ['DE'] } },
      forward(1),
      { ...forward(2), position: 0 },
    ]);
    expect(profile).toMatchObject({ status: 'active', strategy: 'failover', targetCount: 3, numberCount: 0 });
    expect(
      targets.map(({ position, sipTrunkId, pstnForwardE164 }) => [position, sipTrunkId ?? pstnForwardE164]),
    ).toEqual([
      [0, trunk.id],
      [0, '+4930901822'],
      [1, '+4930901821'],
    ]);
    expect(targets[0]).toMatchObject({ conditions: { caller_countries: ['DE'] }, weight: 100, enabled: true });
    world.numbers.numbers.push(aNumber({ accountId, routingProfileId: profile.id }));
    expect(await world.sipTrunks.get(accountId, trunk.id)).toMatchObject({
      numberCount: 0,
      profileCount: 1,
      profiles: [{ id: profile.id, name: profile.name, numberCount: 1 }],
    });
  });

  it('orders targets by position, then age, then identifier', async () => {
    const { profile } = await aProfile();
    const [now, later] = [new Date('2026-01-01T12:00:00Z'), new Date('2026-01-01T12:00:01Z')];
    const aTarget = (id: string, position: number, at: Date) =>
      RoutingTarget.create({ id: profile.id, accountId }, { ...forward(1), position }, at, `rpt_${accountId}_${id}`);
    const added = [aTarget('b', 1, now), aTarget('a', 1, now), aTarget('c', 0, later), aTarget('d', 0, now)];
    for (const target of added) await world.targets.add(target);
    const { targets } = await world.routingProfiles.get(accountId, profile.id);
    expect(targets.map(({ id }) => id.at(-1))).toEqual(['d', 'c', 'a', 'b']);
  });

  it('keeps the order of a list that gives the position of its first target only', async () => {
    const list = [{ ...forward(1), position: 10 }, forward(2), forward(3)];
    const { profile, targets } = await aProfile(list);
    const replaced = await world.routingTargets.replace({ accountId, profileId: profile.id }, list);
    for (const placed of [targets, replaced.targets])
      expect(placed.map(({ position, pstnForwardE164 }) => [position, pstnForwardE164])).toEqual([
        [10, '+4930901821'],
        [11, '+4930901822'],
        [12, '+4930901823'],
      ]);
  });

  it('creates a profile with all targets or not at all, and names the invalid target', async () => {
    const foreign = await world.aTrunk(newId('acc'));
    const disabled = await world.aTrunk(accountId);
    await world.sipTrunks.update(accountId, disabled.id, { status: 'disabled' });
    const second = (target: TargetInput) => aProfile([forward(1), target], 'Whole');
    await expect(second({ kind: 'sip_trunk', sipTrunkId: foreign.id })).rejects.toMatchObject({
      fields: { 'targets.1.sip_trunk_id': expect.any(String) },
    });
    await expect(second({ kind: 'sip_trunk', sipTrunkId: disabled.id })).rejects.toMatchObject({
      code: 'trunk_not_active',
    });
    await expect(second({ kind: 'sip_trunk' })).rejects.toMatchObject({
      fields: { 'targets.1.sip_trunk_id': expect.any(String) },
    });
    await expect(second({ ...forward(2), conditions: { moon: 'full' } })).rejects.toMatchObject({
      fields: { 'targets.1.conditions.moon': expect.any(String) },
    });
    expect(await world.db.query(`SELECT 1 FROM voice.routing_profiles WHERE account_id = $1`, [accountId])).toEqual([]);
    await aProfile([], 'Whole');
    await expect(aProfile([], 'Whole')).rejects.toMatchObject({ code: 'name_in_use' });
  });

  it('duplicates a profile with its targets under another name', async () => {
    const { profile, targets } = await aProfile([forward(1), { ...forward(2), enabled: false, weight: 7 }]);
    await expect(world.routingProfiles.duplicate(accountId, profile.id, profile.name)).rejects.toMatchObject({
      code: 'name_in_use',
    });
    const copy = await world.routingProfiles.duplicate(accountId, profile.id, 'Copy');
    expect(copy.targets.map(({ pstnForwardE164, enabled, weight }) => [pstnForwardE164, enabled, weight])).toEqual(
      targets.map(({ pstnForwardE164, enabled, weight }) => [pstnForwardE164, enabled, weight]),
    );
    expect(copy.targets.map(({ id }) => id)).not.toEqual(targets.map(({ id }) => id));
    expect(copy.profile.id).not.toBe(profile.id);
  });

  it('disables the targets of a copy whose trunk is disabled or archived', async () => {
    const [active, disabled, archived] = [
      await world.aTrunk(accountId),
      await world.aTrunk(accountId),
      await world.aTrunk(accountId),
    ];
    const { profile } = await aProfile([onTrunk(active.id), onTrunk(disabled.id), onTrunk(archived.id), forward(1)]);
    await world.sipTrunks.update(accountId, disabled.id, { status: 'disabled' });
    await world.routingProfiles.archive({ accountId, id: profile.id, isForced: false });
    await world.sipTrunks.archive({ accountId, id: archived.id, isForced: false });
    const copy = await world.routingProfiles.duplicate(accountId, profile.id, 'Copy');
    expect(copy.targets.map(({ sipTrunkId, enabled }) => [sipTrunkId, enabled])).toEqual([
      [active.id, true],
      [disabled.id, false],
      [archived.id, false],
      [null, true],
    ]);
  });

  it('lists profiles by status, strategy and name, with their counts', async () => {
    const { profile } = await aProfile([forward(1)], 'Sales');
    await world.routingProfiles.create({
      operationId: newId('op'),
      accountId,
      options: { name: 'Support', strategy: 'round_robin' },
      targets: [],
    });
    world.numbers.numbers.push(aNumber({ accountId, routingProfileId: profile.id }));
    const list = async (filters: object) => {
      const all = { statuses: ['active', 'disabled'], q: null, strategies: null, ...filters } as const;
      const { items } = await world.routingProfiles.list(accountId, all, {
        limit: 9,
        sort: 'name',
        order: 'asc',
        after: null,
      });
      return items.map(({ name, targetCount, numberCount }) => [name, targetCount, numberCount]);
    };
    expect(await list({})).toEqual([
      ['Sales', 1, 1],
      ['Support', 0, 0],
    ]);
    expect(await list({ strategies: ['round_robin'] })).toEqual([['Support', 0, 0]]);
    expect(await list({ q: 'sal' })).toEqual([['Sales', 1, 1]]);
    expect(await list({ q: 'sàl' })).toEqual([['Sales', 1, 1]]);
  });

  it('archives a profile that no number uses, or with force', async () => {
    const { profile } = await aProfile();
    world.numbers.numbers.push(
      aNumber({ accountId, routingProfileId: profile.id }),
      aNumber({ accountId, routingProfileId: profile.id }),
    );
    const archive = (isForced: boolean) => world.routingProfiles.archive({ accountId, id: profile.id, isForced });
    await expect(archive(false)).rejects.toMatchObject({ code: 'resource_in_use', fields: { numbers: '2' } });
    expect((await world.routingProfiles.view(accountId, profile.id)).status).toBe('active');
    await archive(true);
    expect(world.routing.detached).toContain(profile.id);
    await expect(archive(true)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(
      world.routingTargets.add({ accountId, profileId: profile.id }, newId('op'), forward(1)),
    ).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });
});

describe('RoutingTargets', () => {
  it('appends targets, at most fifty when many are added at once', async () => {
    const { profile } = await aProfile();
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, () =>
        world.routingTargets.add({ accountId, profileId: profile.id }, newId('op'), forward(1)),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const { targets } = await world.routingProfiles.get(accountId, profile.id);
    expect(targets.map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))).toEqual(
      Array(10).fill('target_limit_reached'),
    );
  });

  it('creates a target once when its operation is repeated, with its profile or alone', async () => {
    const operationId = newId('op');
    const request = { accountId, operationId, options: { name: 'Repeated' }, targets: [forward(1)] };
    const { profile } = await world.routingProfiles.create(request);
    expect((await world.routingProfiles.create(request)).profile.id).toBe(profile.id);
    const address = { accountId, profileId: profile.id };
    const added = await world.routingTargets.add(address, operationId, forward(2));
    expect((await world.routingTargets.add(address, operationId, forward(2))).id).toBe(added.id);
    expect((await world.routingProfiles.get(accountId, profile.id)).targets).toHaveLength(2);
  });

  it('replaces the list: updates targets with an id, creates others, removes the rest', async () => {
    const { profile, targets } = await aProfile([forward(1), forward(2), forward(3)]);
    const [a, , c] = targets;
    const address = { accountId, profileId: profile.id };
    const replaced = await world.routingTargets.replace(address, [
      { id: c!.id, ...forward(3), weight: 1 },
      forward(4),
      { id: a!.id, ...forward(1) },
    ]);
    expect(replaced.targets.map(({ position, pstnForwardE164 }) => [position, pstnForwardE164])).toEqual([
      [0, '+4930901823'],
      [1, '+4930901824'],
      [2, '+4930901821'],
    ]);
    expect([replaced.targets[0]?.id, replaced.targets[2]?.id]).toEqual([c!.id, a!.id]);
    await expect(world.routingTargets.replace(address, [{ id: 'rpt_unknown', ...forward(1) }])).rejects.toMatchObject({
      fields: { 'targets.0.id': expect.any(String) },
    });
    await expect(
      world.routingTargets.replace(address, [
        { id: a!.id, ...forward(1) },
        { id: a!.id, ...forward(1) },
      ]),
    ).rejects.toMatchObject({ fields: { 'targets.0.id': expect.any(String) } });
    expect((await world.routingProfiles.get(accountId, profile.id)).targets).toHaveLength(3);
    expect((await world.routingTargets.replace(address, [])).targets).toEqual([]);
  });

  it('returns a replaced list as it is read afterwards', async () => {
    const { profile } = await aProfile([forward(1)]);
    world.clock.advance(60);
    const replaced = await world.routingTargets.replace({ accountId, profileId: profile.id }, [forward(2)]);
    expect(replaced.profile.updatedAt).not.toEqual(profile.updatedAt);
    expect(replaced).toEqual(await world.routingProfiles.get(accountId, profile.id));
  });

  it('keeps a trunk that was disabled since, and rejects a newly referenced disabled trunk', async () => {
    const kept = await world.aTrunk(accountId);
    const other = await world.aTrunk(accountId);
    const { profile, targets } = await aProfile([{ kind: 'sip_trunk', sipTrunkId: kept.id }]);
    for (const { id } of [kept, other]) await world.sipTrunks.update(accountId, id, { status: 'disabled' });
    const address = { accountId, profileId: profile.id, targetId: targets[0]!.id };
    expect(await world.routingTargets.update(address, { weight: 5, sipTrunkId: kept.id })).toMatchObject({ weight: 5 });
    await expect(world.routingTargets.update(address, { sipTrunkId: other.id })).rejects.toMatchObject({
      code: 'trunk_not_active',
    });
    await world.routingTargets.update(address, { enabled: false });
    const refused = { code: 'trunk_not_active' };
    await expect(world.routingTargets.update(address, { enabled: true })).rejects.toMatchObject(refused);
    await world.sipTrunks.archive({ accountId, id: kept.id, isForced: true });
    await expect(world.routingTargets.update(address, { enabled: true })).rejects.toMatchObject(refused);
    const list = [{ id: address.targetId, kind: 'sip_trunk' as const, sipTrunkId: kept.id, enabled: true }];
    await expect(world.routingTargets.replace(address, list)).rejects.toMatchObject(refused);
    await world.routingTargets.remove(address);
    await expect(world.routingTargets.remove(address)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('SipTrunks.archive', () => {
  it('counts what uses the trunk, and detaches it with force', async () => {
    const trunk = await world.aTrunk(accountId, { name: 'Used' });
    const { targets, profile } = await aProfile([
      { kind: 'sip_trunk', sipTrunkId: trunk.id },
      { kind: 'sip_trunk', sipTrunkId: trunk.id, enabled: false },
    ]);
    world.numbers.numbers.push(aNumber({ accountId, trunkId: trunk.id }));
    const archive = (isForced: boolean) => world.sipTrunks.archive({ accountId, id: trunk.id, isForced });
    await expect(archive(false)).rejects.toMatchObject({
      code: 'resource_in_use',
      fields: { numbers: '1', targets: '1' },
    });
    world.clock.advance(1);
    expect(await archive(true)).toMatchObject({ status: 'archived', archivedAt: expect.any(Date) });
    expect(world.routing.detached).toContain(trunk.id);
    const detached = await world.routingProfiles.get(accountId, profile.id);
    expect(detached.targets.map(({ id, enabled }) => [id, enabled])).toEqual(targets.map(({ id }) => [id, false]));
    expect(detached.profile.updatedAt).toEqual(world.clock.now());
    await expect(archive(true)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('disables a target that a change of its profile has already read', async () => {
    const [trunk, other] = [await world.aTrunk(accountId), await world.aTrunk(accountId)];
    const { profile, targets } = await aProfile([onTrunk(trunk.id)]);
    const { send, sent } = signal();
    const list = [onTrunk(other.id), { id: targets[0]!.id, weight: 7 }];
    const replaced = sent.then(() => world.routingTargets.replace({ accountId, profileId: profile.id }, list));
    const archived = sent
      .then(() => lockWaits(world.db))
      .then(() => world.sipTrunks.archive({ accountId, id: trunk.id, isForced: true }));
    await world.db.run(async () => {
      // The replacement has read the targets and waits for this trunk.
      await world.trunks.lock(accountId, other.id);
      send();
      await Promise.race([archived, lockWaits(world.db, 2)]);
    });
    await Promise.all([replaced, archived]);
    expect((await world.routingProfiles.get(accountId, profile.id)).targets).toMatchObject([
      { sipTrunkId: other.id, enabled: true },
      { sipTrunkId: trunk.id, enabled: false, weight: 7 },
    ]);
  });

  it('restarts to lock a profile that receives a target on the trunk while the trunk is awaited', async () => {
    const trunk = await world.aTrunk(accountId);
    const { profile } = await aProfile();
    const { send, sent } = signal();
    const archived = sent.then(() => world.sipTrunks.archive({ accountId, id: trunk.id, isForced: true }));
    const lockProfiles = jest.spyOn(world.profiles, 'lockLeadingTo');
    await world.db.run(async () => {
      await world.routingTargets.add({ accountId, profileId: profile.id }, newId('op'), onTrunk(trunk.id));
      send();
      await lockWaits(world.db);
    });
    await archived;
    const locked = await Promise.all(lockProfiles.mock.results.map(({ value }) => value as Promise<string[]>));
    expect(locked).toEqual([[], [profile.id]]);
    expect((await world.routingProfiles.get(accountId, profile.id)).targets).toMatchObject([{ enabled: false }]);
  });

  it('never leaves an enabled target on an archived trunk when both changes race', async () => {
    for (let round = 0; round < 25; round++) {
      const trunk = await world.aTrunk(accountId);
      const { profile } = await aProfile();
      const [archived, added] = await Promise.allSettled([
        world.sipTrunks.archive({ accountId, id: trunk.id, isForced: false }),
        world.routingTargets.add({ accountId, profileId: profile.id }, newId('op'), {
          kind: 'sip_trunk',
          sipTrunkId: trunk.id,
        }),
      ]);
      expect([archived.status, added.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});
