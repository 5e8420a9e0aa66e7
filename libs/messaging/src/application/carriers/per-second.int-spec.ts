import { setTimeout as pause } from 'node:timers/promises';
import { SystemClock } from '@trunkline/kernel';
import { eventually, RecordingLog } from '@trunkline/platform/testing';
import { type CarrierWorld, carrierWorld } from '../../testing/carrier-world';
import { RecordingInbox } from '../../testing/recording-inbox';
import { anOutboundMessage } from '../../testing/samples';
import { linkTo, Smsc } from '../../testing/smsc';
import { SMPP_TIMINGS } from '../../infrastructure/smpp/smpp-settings';
import type { KeepCarriers } from './keep-carriers';
import type { HeldCarrier, MessagingCarrier } from './ports';

const OPERATOR = 'operator:test';
const PER_SECOND = 30;
const WINDOW = 20;
/** Parts arrive later than they are sent, by different times: so much less than a second may have those of a second. */
const JITTER_MS = 60;
const IN_TWO_PARTS = anOutboundMessage({ parts: [{ text: 'a' }, { text: 'b' }] });

describe('the parts per second of a carrier', () => {
  let world: CarrierWorld;
  let smsc: Smsc;
  const arrivals: number[] = [];
  const workers: KeepCarriers[] = [];

  beforeAll(async () => {
    world = await carrierWorld();
    smsc = await Smsc.start({
      script: () => {
        arrivals.push(performance.now());
        return {};
      },
    });
    const observer = { throttled: () => undefined, unreadable: () => Promise.resolve(), closed: () => undefined };
    const around = { inbox: new RecordingInbox(), observer, clock: new SystemClock(), log: new RecordingLog() };
    const timings = { ...SMPP_TIMINGS, reconnectMs: [10, 20], closeMs: 500, unbindMs: 200 } as const;
    const open = ({ window, perSecond }: MessagingCarrier) =>
      linkTo(smsc, around, { settings: { window, perSecond }, timings });
    world.protocols.all = [{ protocol: 'smpp', open }];
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await smsc.close();
    await world.close();
  });

  const aWorker = () => {
    const worker = world.worker();
    workers.push(worker);
    return worker;
  };

  it('are not exceeded in any second, by links that reconnect, are changed, and are taken over by other workers', async () => {
    const options = { name: 'Aggregator', host: '127.0.0.1', window: WINDOW, perSecond: PER_SECOND };
    const { id } = await world.carriers.create(OPERATOR, options);
    const [a, b, c] = [aWorker(), aWorker(), aWorker()];
    const alive = new Set([a, b, c]);
    const seen = new Set<string>();
    let isOver = false;
    let holder = a;
    let submitted = 0;
    // Each worker renews its leases, and submits as much as the carrier's window has room for.
    const submitTo = ({ link, lease }: HeldCarrier) => {
      seen.add(lease);
      const free = link.state.connected ? WINDOW - link.state.inFlight : 0;
      for (let n = 0; n < free; n++) void link.submit(submitted++ % 7 === 0 ? IN_TWO_PARTS : anOutboundMessage());
    };
    const running = [a, b, c].map(async (worker) => {
      while (!isOver && alive.has(worker)) {
        for (const held of await worker.keep()) {
          holder = worker;
          submitTo(held);
        }
        await pause(20);
      }
    });
    const sentSince = (from: number) => arrivals.filter((at) => at > from).length;
    const flows = () => {
      const from = performance.now();
      return eventually(() => expect(sentSince(from)).toBeGreaterThan(PER_SECOND / 3), 5_000);
    };
    await flows();
    smsc.disconnect();
    await flows();
    world.clock.advance(1);
    await world.carriers.update({ operator: OPERATOR, id }, { window: WINDOW - 1 });
    await flows();
    // The worker that holds the carrier stops, and another one takes over at once.
    const holding = holder;
    alive.delete(holding);
    await holding.close();
    await flows();
    // A worker that held it for a moment was killed.
    await world.db.query(
      `UPDATE messaging.carrier_links SET lease = 'lost', expires_at = clock_timestamp() - interval '1 millisecond'`,
    );
    await flows();
    isOver = true;
    await Promise.all(running);
    expect(seen.size).toBeGreaterThanOrEqual(4);
    const most = Math.max(...arrivals.map((from) => sentSince(from - 1e-9) - sentSince(from + 1000 - JITTER_MS)));
    expect(most).toBeLessThanOrEqual(PER_SECOND);
    // The limit is used.
    expect(most).toBeGreaterThan(PER_SECOND / 2);
  }, 30_000);
});
