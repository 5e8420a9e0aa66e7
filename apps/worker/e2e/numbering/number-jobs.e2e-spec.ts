import { newId } from '@trunkline/kernel';
import { NumberJobs, type NumberJobView } from '@trunkline/numbering';
import { eventually } from '@trunkline/platform/testing';
import { openNumberOwner } from '../support/number-owner';
import { ProbeWorld } from '../support/probe-world';
import { openApplication } from '../support/staffed-world';
import { Workers } from '../support/workers';

const NUMBERS = 300;
const SLOW_MS = 90_000;
const ADA = { kind: 'user', id: 'usr_ada' } as const;

/** Copies of the number that the account has bought. */
const COPIES = `INSERT INTO numbering.phone_numbers
  SELECT (jsonb_populate_record(n, jsonb_build_object('id', n.id || c, 'order_id', n.order_id || c, 'e164', '+1212600' || (1000 + c)))).*
  FROM numbering.phone_numbers n, generate_series(1, $2) c WHERE n.account_id = $1`;

describe('jobs of numbers', () => {
  let probe: ProbeWorld;
  let application: Awaited<ReturnType<typeof openApplication>>;
  let workers: Workers;
  let accountId: string;

  beforeAll(async () => {
    probe = await ProbeWorld.open();
    application = await openApplication(probe.env);
    workers = new Workers(probe, probe.env);
  });
  beforeEach(async () => {
    ({ accountId } = await openNumberOwner(application.use, 10_000));
    await probe.db.query(`DELETE FROM numbering.phone_numbers WHERE account_id <> $1`, [accountId]);
    await probe.db.query(COPIES, [accountId, NUMBERS - 1]);
  });
  afterEach(() => workers.clear());
  afterAll(async () => {
    await workers.killAll();
    await application.close();
    await probe.close();
  });

  const create = async () => {
    const request = {
      accountId,
      actor: ADA,
      operationId: newId('op'),
      selection: { filter: {} },
      expectedCount: NUMBERS,
    };
    return (await application.use(NumberJobs).create({ ...request, change: { addTags: ['job'] } })).id;
  };
  const read = (id: string): Promise<NumberJobView> => application.use(NumberJobs).get({ accountId, id });
  const completed = (id: string) =>
    eventually(async () => {
      const job = await read(id);
      if (job.status !== 'completed') throw new Error(`${job.done} of ${job.total} numbers are done`);
      return job;
    }, 60_000);
  /** How many numbers were changed how often. */
  const changes = () =>
    probe.db.query<{ times: number; numbers: number }>(
      `SELECT times, count(*)::int AS numbers FROM (SELECT count(*)::int AS times FROM numbering.number_history
         WHERE account_id = $1 AND action = 'tags_changed' GROUP BY number_id) AS counted GROUP BY times`,
      [accountId],
    );

  it.each([
    ['before a number is written', 'numbering.phone_numbers', `NEW.tags <> '{}' AND NEW.e164 LIKE '%50'`],
    ['before its outcome is written', 'numbering.number_job_items', `NEW.ok AND NEW.position = 100`],
    ['before the job is ended', 'numbering.number_jobs', `NEW.status = 'completed'`],
  ])(
    'change each number once when their worker is killed %s',
    async (_, table, when) => {
      await workers.stopAt({ table, when });
      await workers.run(1);
      const id = await create();
      await workers.reached();
      await workers.killAll();
      await workers.open();
      await workers.run(2);
      expect(await completed(id)).toMatchObject({ total: NUMBERS, done: NUMBERS, failed: 0 });
      expect(await changes()).toEqual([{ times: 1, numbers: NUMBERS }]);
    },
    SLOW_MS,
  );

  it(
    'are left to another worker when theirs stops',
    async () => {
      await workers.run(1);
      const id = await create();
      await eventually(async () => expect((await read(id)).done).toBeGreaterThan(0), 30_000);
      await workers.run(0);
      await workers.run(1);
      expect(await completed(id)).toMatchObject({ done: NUMBERS, failed: 0 });
      expect(await changes()).toEqual([{ times: 1, numbers: NUMBERS }]);
    },
    SLOW_MS,
  );
});
