import { newId } from '@trunkline/kernel';
import { aNumber } from '../testing';
import { type PostgresWorld, postgresWorld } from '../testing/postgres-world';

const MANY = 110;

describe('ArchiveRoutes', () => {
  let world: PostgresWorld;
  let accountId: string;

  beforeAll(async () => {
    world = await postgresWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => {
    accountId = newId('acc');
  });

  const statuses = async (table: string, owner = accountId) => {
    const rows = await world.db.query<{ status: string; count: number }>(
      `SELECT status, count(*) AS count FROM voice.${table} WHERE account_id = $1 GROUP BY status`,
      [owner],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  const aProfile = (trunkId: string) =>
    world.routingProfiles.create({
      operationId: newId('op'),
      accountId,
      options: { name: newId('op') },
      targets: [{ kind: 'sip_trunk', sipTrunkId: trunkId }],
    });

  it('archives trunks and profiles in use, enabled and disabled, and detaches their numbers', async () => {
    const used = await world.aTrunk(accountId);
    const disabled = await world.aTrunk(accountId);
    await world.sipTrunks.update(accountId, disabled.id, { status: 'disabled' });
    await aProfile(used.id);
    world.numbers.numbers.push(aNumber({ accountId, trunkId: used.id }));
    await world.archiveRoutes.archiveAll(accountId);
    expect([await statuses('sip_trunks'), await statuses('routing_profiles')]).toEqual([
      { archived: 2 },
      { archived: 1 },
    ]);
    expect(world.routing.detached).toContain(used.id);
  });

  it('archives everything once when several workers race, and nothing of another account', async () => {
    const other = newId('acc');
    await world.aTrunk(other);
    const trunk = await world.aTrunk(accountId);
    for (let n = 1; n < MANY; n++) await world.aTrunk(accountId);
    for (let n = 0; n < 5; n++) await aProfile(trunk.id);
    await Promise.all([1, 2, 3].map(() => world.archiveRoutes.archiveAll(accountId)));
    expect([await statuses('sip_trunks'), await statuses('routing_profiles')]).toEqual([
      { archived: MANY },
      { archived: 5 },
    ]);
    expect(await statuses('sip_trunks', other)).toEqual({ active: 1 });
  });
});
