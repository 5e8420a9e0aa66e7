import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallingWorld } from '../support/calling-world';
import { RandomCalls } from '../support/random-calls';

/** `npm run call-kills` places 100,000. */
const CALLS = Number(process.env['CALLS'] ?? 1_000);
/** Of the API and of the worker, in turn. */
const KILLS = Math.max(4, 2 * Math.round(CALLS / 10_000));
/** Far above what they need on a busy machine, where a process takes a minute to start. */
const SLOW_MS = 600_000;
const PER_CALL_MS = 100;
const KILL_DELAY_MS = 200;
/** The second account cannot pay for all of its calls. */
const FUNDS_CENTS = [100_000_000, 1_500];

describe('random calls, with an API and a worker that are killed', () => {
  let world: CallingWorld;

  beforeAll(async () => {
    world = await CallingWorld.open(FUNDS_CENTS);
  });
  afterAll(() => world.close());

  /** Places calls while processes are killed, until both have ended. */
  const placeUnderKills = async (calls: RandomCalls, count: number) => {
    const [start, kills] = [calls.count, KILLS / 2];
    let isOver = false;
    const kill = async () => {
      for (let n = 0; n < kills; n++) {
        while (!isOver && calls.count - start < ((n + 0.5) * count) / kills) await sleep(KILL_DELAY_MS / 4);
        await sleep(randomInt(KILL_DELAY_MS));
        if (n % 2 === 0) await world.killApi();
        else await world.killWorker();
      }
    };
    await Promise.all([calls.place(count).finally(() => (isOver = true)), kill()]);
  };

  it(
    'are stated alike to the call and the cent by CDRs, ledger, counts, summaries and exports, over two months',
    async () => {
      const calls = new RandomCalls(() => world.api, world.parties);
      await placeUnderKills(calls, CALLS / 2);
      await world.beginNextMonth();
      const [rest] = await Promise.all([calls.reportRest(), placeUnderKills(calls, CALLS / 2)]);
      expect(rest).toBeGreaterThan(0);
      await calls.reportRest();
      expect([calls.repeats, calls.unanswered]).toEqual([expect.any(Number), expect.any(Number)]);
      expect(calls.repeats + calls.unanswered).toBeGreaterThan(0);

      expect(await world.wrongCalls(calls.reported)).toEqual([]);
      const months = await world.months();
      expect(months.filter(({ cdrs }) => cdrs > 0)).toHaveLength(2);
      expect(months[0]?.crossing).toBeGreaterThan(0);

      for (const party of world.parties) {
        const own = calls.reported.filter(({ accountId }) => accountId === party.accountId);
        const { CDRs: recorded, ...others } = await world.statedBy(party);
        expect(recorded).toMatchObject({ calls: own.length, answered: own.filter(({ seconds }) => seconds).length });
        const { calls: count, answered, cents } = recorded!;
        expect(cents).toBeGreaterThan(0);
        for (const [place, stated] of Object.entries(others)) {
          const known = Object.entries(stated).filter(([, value]) => value !== null);
          const wanted = { calls: count, answered, cents };
          expect({ place, ...Object.fromEntries(known) }).toEqual({
            place,
            ...Object.fromEntries(known.map(([member]) => [member, wanted[member as keyof typeof wanted]])),
          });
        }
      }
      await world.expireHolds();
      expect(await world.books()).toEqual({ heldCents: [0, 0], open: 0, differences: [] });
    },
    SLOW_MS + CALLS * PER_CALL_MS,
  );
});
