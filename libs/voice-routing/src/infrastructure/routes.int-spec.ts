import { newId } from '@trunkline/kernel';
import { type PostgresWorld, postgresWorld } from '../testing/postgres-world';
import { StoredRouteTargets } from './routes';

describe('the targets of names', () => {
  let world: PostgresWorld;
  let targets: StoredRouteTargets;
  const accountId = newId('acc');

  beforeAll(async () => {
    world = await postgresWorld();
    targets = new StoredRouteTargets(world.db);
  });
  afterAll(() => world.close());

  it('are the trunks and profiles of the account that have a name or an ID, without archived ones', async () => {
    const [berlin, idle, old, other] = [
      await world.aTrunk(accountId, { name: 'Berlin' }),
      await world.aTrunk(accountId, { name: 'Idle' }),
      await world.aTrunk(accountId, { name: 'Old' }),
      await world.aTrunk(newId('acc'), { name: 'Other' }),
    ];
    await world.sipTrunks.update(accountId, idle.id, { status: 'disabled' });
    await world.sipTrunks.archive({ accountId, id: old.id, isForced: false });
    const names = ['Berlin', idle.id, 'Old', old.id, 'Other', other.id, 'berlin'];
    const found = await targets.named(accountId, 'trunk', names);
    expect([...found].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { id: berlin.id, name: 'Berlin', status: 'active' },
      { id: idle.id, name: 'Idle', status: 'disabled' },
    ]);
    expect(await targets.named(accountId, 'profile', names)).toEqual([]);
    const { profile } = await world.routingProfiles.create({
      operationId: newId('op'),
      accountId,
      options: { name: 'Berlin' },
      targets: [{ kind: 'sip_trunk', sipTrunkId: berlin.id }],
    });
    expect(await targets.named(accountId, 'profile', names)).toMatchObject([{ id: profile.id, status: 'active' }]);
  });
});
