import { addSeconds } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { messagingPersistence } from '../../messaging.module';
import { aMessage, FakeFunds, messagingWorld } from '../../testing';

const [DEAD, LIVING] = ['car_dead', 'car_living'];
/** More than one round reads. */
const STUCK = 2_600;
const PREFIX = '+1';

describe('RerouteMessages', () => {
  let test: TestDatabase;
  const clock = new TestClock(new Date('2026-06-01T12:00:00Z'));

  beforeAll(async () => {
    test = await testDatabase([messagingPersistence]);
  });
  beforeEach(() => test.db.query(`UPDATE messaging.messages SET phase = NULL, status = 'failed', due_at = NULL`));
  afterAll(() => test.close());

  /** A world in which one carrier is down, and the other serves the prefixes alone. */
  const worldOf = (prefixes: readonly string[]) => {
    const surroundings = { clock, events: new RecordingEventBus(), funds: new FakeFunds(), carrierIds: [] };
    const world = messagingWorld(test.db, { ...surroundings, takers: () => new Set([LIVING]) });
    world.routes.routesFor = ({ to }) =>
      Promise.resolve(prefixes.some((prefix) => to.startsWith(prefix)) ? [DEAD, LIVING] : [DEAD]);
    return world;
  };
  /** Messages that are due longest and that only the carrier which is down serves. */
  const addStuck = (carrierId: string | null) =>
    test.db.query(
      `INSERT INTO messaging.messages (id, account_id, direction, sender, recipient, number_id, status, phase, encoding, segments,
        price_cents, created_at, due_at, expires_at, attempts, carrier_id, refused_by, passed_over)
      SELECT 'sms_stuck_' || gen_random_uuid(), 'acc_1', 'outbound', '+12125550100', '+4930' || lpad(n::text, 6, '0'), 'num_1',
        'queued', 'waiting', 'gsm7', 1, 1, $1, $1::timestamptz - interval '1 hour' + n * interval '1 microsecond', $2, 0, $3,
        '{}', '{}'
      FROM generate_series(1, ${String(STUCK)}) n`,
      [clock.now(), addSeconds(clock.now(), 9_000), carrierId],
    );
  const carriersOf = async (ids: readonly string[]) => {
    const text = `SELECT id, carrier_id AS "carrierId" FROM messaging.messages WHERE id = ANY ($1)`;
    const rows = await test.db.query<{ id: string; carrierId: string | null }>(text, [ids]);
    const found = new Map(rows.map(({ id, carrierId }) => [id, carrierId]));
    return ids.map((id) => found.get(id));
  };
  const countOf = async (carrierId: string) => {
    const text = `SELECT count(*)::integer AS count FROM messaging.messages WHERE carrier_id = $1 AND phase = 'waiting'`;
    return (await test.db.get<{ count: number }>(text, [carrierId])).count;
  };

  it.each([DEAD, null])(
    'finds what another carrier serves behind many messages that no other serves, which wait for %s',
    async (carrierId) => {
      await addStuck(carrierId);
      const behind = aMessage({ carrierId, recipient: '+12125550123', createdAt: clock.now() });
      const world = worldOf([PREFIX]);
      await world.messageStore.addAll([behind]);
      for (let round = 0; round < 2; round++) expect(await world.rerouting.reroute()).toBe(true);
      expect(await carriersOf([behind.id])).toEqual([LIVING]);
    },
  );

  it('begins again at the end of the queue, so that a carrier that is added later gets all of it', async () => {
    await addStuck(DEAD);
    const world = worldOf([PREFIX]);
    await world.rerouting.reroute();
    world.routes.routesFor = () => Promise.resolve([DEAD, LIVING]);
    for (let round = 0; round < 3; round++) await world.rerouting.reroute();
    expect([await countOf(DEAD), await countOf(LIVING)]).toEqual([0, STUCK]);
  });

  it('moves no message to a carrier that refused it, and none that is being handed over', async () => {
    const [refused, submitting] = [
      aMessage({ carrierId: DEAD, refusedBy: [LIVING], createdAt: clock.now() }),
      aMessage({ carrierId: DEAD, recipient: '+12125550199', createdAt: clock.now() }),
    ];
    const world = worldOf([PREFIX]);
    await world.messageStore.addAll([refused, submitting]);
    const { waitingFor } = world.store;
    world.store.waitingFor = async (page) => {
      const found = await waitingFor.call(world.store, page);
      // Between the read and the move.
      await world.store.claim({ carrierId: DEAD, lease: 'one', limit: 1, now: clock.now() });
      await world.store.claim({ carrierId: DEAD, lease: 'one', limit: 1, now: clock.now() });
      return found;
    };
    await world.rerouting.reroute();
    expect(await carriersOf([refused.id, submitting.id])).toEqual([DEAD, DEAD]);
  });
});
