import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { StoredPorts } from '../../infrastructure/porting/port.repository';
import { numberingPersistence } from '../../numbering.module';
import { MovePorts } from './move-ports';
import { NoAutomaticPorts } from './ports';

const NOW = new Date('2026-06-01T12:00:00Z');
const MINUTE = 60;

/** Requests of one number each, from the first minute of the day on: confirmed for then, or ported then and not assigned. */
const REQUESTS = `INSERT INTO numbering.port_requests (id, account_id, country, status, partial, documents, foc_at, auto_activate,
    capabilities, fee_cents, created_by, created_at, updated_at, submitted_at, submissions, completed_at)
  SELECT $1 || lpad(n::text, 4, '0'), 'acc_1', 'DE', $2, false, '[]', at, $2 = 'foc_confirmed', '{voice}', 0, '{}', at, at, at, 1,
    CASE WHEN $2 = 'ported' THEN at END
  FROM (SELECT n, timestamptz '2026-06-01Z' + n * interval '1 second' AS at FROM generate_series(1, $3::integer) n) AS numbered`;
const NUMBERS = `INSERT INTO numbering.port_numbers (request_id, e164, account_id, position, number_type, status, claim)
  SELECT id, '+4930' || ascii(id) || right(id, 4), account_id, 0, 'geographic',
    CASE status WHEN 'ported' THEN 'activating' ELSE 'pending' END, 'submitted' FROM numbering.port_requests`;

describe('MovePorts', () => {
  let test: TestDatabase;
  let clock: TestClock;
  /** Requests that fail, by the beginning of their id. */
  let failing: readonly string[];
  const attempts = new Map<string, number>();

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  beforeEach(async () => {
    clock = new TestClock(NOW);
    attempts.clear();
    for (const table of ['port_numbers', 'port_requests', 'port_retries'])
      await test.db.query(`DELETE FROM numbering.${table}`);
  });
  afterAll(() => test.close());

  /** The work of the other use cases on a request, unless it fails. */
  const step = (done: string) => async (id: string) => {
    attempts.set(id, (attempts.get(id) ?? 0) + 1);
    if (failing.some((each) => id.startsWith(each))) throw new Error(id);
    await test.db.query(done, [id]);
  };
  const moving = () => {
    const operate = { portWhenDue: step(`UPDATE numbering.port_requests SET auto_activate = false WHERE id = $1`) };
    const activation = { activate: step(`DELETE FROM numbering.port_numbers WHERE request_id = $1`) };
    const ports = new StoredPorts(test.db, new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 9) }]));
    return new MovePorts(new NoAutomaticPorts(), ports, operate, activation, clock);
  };
  const fails = async () => {
    const error: unknown = await moving()
      .run()
      .catch((thrown: unknown) => thrown);
    return error instanceof AggregateError ? error.errors.length : 0;
  };

  it.each([
    ['whose date has come', 'foc_confirmed'],
    ['with numbers to assign', 'ported'],
  ])('moves a request %s although any number of older ones fail', async (_, status) => {
    await test.db.query(REQUESTS, ['a', status, 250]);
    await test.db.query(REQUESTS, ['b', status, 1]);
    await test.db.query(`UPDATE numbering.port_requests SET foc_at = foc_at + interval '1 hour',
      completed_at = completed_at + interval '1 hour' WHERE id = 'b0001'`);
    await test.db.query(NUMBERS);
    failing = ['a'];
    const runs: (number | undefined)[] = [];
    for (let run = 0; run < 3; run += 1) {
      await fails();
      runs.push(attempts.get('b0001'));
    }
    // A run takes a hundred.
    expect(runs).toEqual([undefined, undefined, 1]);
    expect(attempts.size).toBe(251);
  });

  it('tries a request again after a pause that grows to an hour, and forgets its failures with its success', async () => {
    await test.db.query(REQUESTS, ['a', 'foc_confirmed', 1]);
    failing = ['a'];
    const tries: number[] = [];
    for (let minute = 0; minute <= 200; minute += 1) {
      if ((await fails()) > 0) tries.push(minute);
      clock.advance(MINUTE);
    }
    expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    failing = [];
    clock.advance(60 * MINUTE);
    await moving().run();
    expect(await test.db.query('SELECT FROM numbering.port_retries')).toEqual([]);
  });
});
