import { SystemClock } from '@trunkline/kernel';
import { RecordingEventBus } from '@trunkline/kernel/testing';
import { eventually, RecordingLog } from '@trunkline/platform/testing';
import { KnownCarriers } from '../../infrastructure/carriers/known-carriers';
import { FakeFunds, linkTo, messagingWorld, Smsc } from '../../testing';
import { type CarrierWorld, carrierWorld } from '../../testing/carrier-world';

const OPERATOR = 'operator:test';
const [LONG, BEHIND] = ['+4915112345678', '+4915112345679'];
const ANSWER_MS = 150;

describe('a carrier that ends in the middle of a message, over SMPP', () => {
  let world: CarrierWorld;
  let leaving: Smsc;
  let staying: Smsc;
  const clock = new SystemClock();

  beforeAll(async () => {
    world = await carrierWorld();
  });
  beforeEach(async () => {
    [leaving, staying] = [await Smsc.start(), await Smsc.start()];
    leaving.set({ script: () => ({ delayMs: ANSWER_MS }) });
  });
  afterEach(async () => {
    await Promise.all([leaving.close(), staying.close()]);
    await world.db.query(`DELETE FROM messaging.carriers`);
  });
  afterAll(() => world.close());

  /** A worker with links to both carriers, of which the first is preferred. */
  const begin = async () => {
    const surroundings = { clock, events: new RecordingEventBus(), funds: new FakeFunds(), carrierIds: [] };
    const { inbox, routes, deliver, send, errors } = messagingWorld(world.db, surroundings);
    const known = new KnownCarriers(world.queries);
    [routes.routesFor, routes.takers] = [(pair) => known.routesFor(pair), () => known.takers()];
    const observer = { throttled: () => undefined, unreadable: () => Promise.resolve(), closed: () => undefined };
    const around = { inbox, observer, clock, log: new RecordingLog() };
    const smscOf = (port: number) => (port === leaving.port ? leaving : staying);
    world.protocols.all = [
      { protocol: 'smpp', open: ({ id, port }) => linkTo(smscOf(port), around, { settings: { carrierId: id } }) },
    ];
    const create = async (smsc: Smsc, priority: number) => {
      const address = { name: 'Carrier', host: '127.0.0.1', port: smsc.port, systemId: 'us', window: 1, priority };
      return (await world.carriers.create(OPERATOR, { ...address, perNumberPerSecond: 1_000, perSecond: 1_000 })).id;
    };
    const id = await create(leaving, 0);
    await create(staying, 1);
    const worker = deliver(world.worker());
    await eventually(async () => {
      await worker.round();
      expect([leaving.boundCount, staying.boundCount]).toEqual([1, 1]);
    });
    return { id, worker, send, errors };
  };

  const ENDS: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    disabled: (id) => world.carriers.update({ operator: OPERATOR, id }, { enabled: false }),
    deleted: (id) => world.carriers.remove({ operator: OPERATOR, id }),
  };

  it.each(Object.keys(ENDS))(
    'gets the rest of the message when it is %s, and another carrier what is behind it',
    async (end) => {
      const { id, worker, send, errors } = await begin();
      const accountId = `acc_${end}`;
      const sent = [await send(accountId, LONG, { body: 'x'.repeat(600) }), await send(accountId, BEHIND)];
      await eventually(async () => {
        await worker.round();
        expect(leaving.parts).toHaveLength(1);
      });
      await ENDS[end]?.(id);
      const stored = () =>
        world.db.query(
          `SELECT status, (carrier_id = $2) AS "byLeaving", attempts FROM messaging.messages WHERE id = ANY ($1) ORDER BY id`,
          [sent.map((each) => each.id), id],
        );
      await eventually(async () => {
        await worker.round();
        expect(await stored()).toEqual([
          { status: 'sent', byLeaving: true, attempts: 0 },
          { status: 'sent', byLeaving: false, attempts: 0 },
        ]);
      }, 60_000);
      // Each part once: the phone joins them by the reference in front of the number of parts and the part.
      expect(leaving.parts.map(({ octets }) => octets[5])).toEqual([1, 2, 3, 4]);
      expect(new Set(leaving.parts.map(({ octets }) => octets[3])).size).toBe(1);
      expect(staying.parts.map(({ to }) => to)).toEqual([BEHIND.slice(1)]);
      await eventually(async () => {
        await worker.round();
        expect(leaving.boundCount).toBe(0);
      });
      expect(leaving.commands.at(-1)).toBe('unbind');
      await worker.stop();
      expect(errors).toEqual([]);
    },
    120_000,
  );
});
