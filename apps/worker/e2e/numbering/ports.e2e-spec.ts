import { randomBytes } from 'node:crypto';
import { newId } from '@trunkline/kernel';
import { eventually } from '@trunkline/platform/testing';
import { ApiProcess } from '../support/api-process';
import { ProbeWorld } from '../support/probe-world';

const COUNT = 200;
/** The place of the number in the middle of which the worker is killed. */
const KILLED_AT = 80;
/** What the worker waits for when it comes to that number. */
const NUMBER_LOCK = 4;

const e164Of = (position: number) => `+4930${77_000_000 + position}`;

describe('a ported request', () => {
  let world: ProbeWorld;
  let api: ApiProcess;
  let accountId: string;

  beforeAll(async () => {
    world = await ProbeWorld.open({ RATE_LIMIT_FACTOR: '1000' });
    api = await ApiProcess.start(world.env);
    accountId = await api.signUp(`${randomBytes(6).toString('hex')}@example.com`);
  });
  afterAll(async () => {
    await api.kill();
    await world.close();
  });

  /** Moves a request to `ported`, as the operator does, with the event that lets a worker assign its numbers. */
  const port = async (): Promise<string> => {
    const id = newId('port');
    await world.db.run(async () => {
      await world.db.query(
        `INSERT INTO numbering.port_requests (id, account_id, country, status, partial, documents, foc_at, auto_activate,
           monthly_price_cents, capabilities, fee_cents, created_by, created_at, updated_at, submitted_at, submissions, completed_at)
         VALUES ($1, $2, 'DE', 'ported', false, '[]', now(), false, 1, '{voice}', 0, '{"kind": "user", "id": "usr_1"}', now(),
           now(), now(), 1, now())`,
        [id, accountId],
      );
      await world.db.query(
        `INSERT INTO numbering.port_numbers (request_id, e164, account_id, position, number_type, status, fee_cents, claim)
         SELECT $1, '+4930' || 77000000 + n, $2, n, 'geographic', 'activating', 0, 'submitted' FROM generate_series(0, $3 - 1) AS n`,
        [id, accountId, COUNT],
      );
      const data = {
        port_request_id: id,
        status: 'ported',
        previous_status: 'foc_confirmed',
        number_count: COUNT,
        foc_at: null,
        exception_code: null,
        exception_message: null,
        customer_reference: null,
      } as const;
      await world.events.publish({ type: 'port.status_changed', accountId, data });
    });
    return id;
  };
  const count = async (text: string, values: unknown[] = [accountId]): Promise<number> =>
    (await world.db.get<{ count: number }>(`SELECT count(*)::int AS count FROM ${text}`, values)).count;
  /** What has become of the numbers: in the request, account, ledger, orders, stock and events. */
  const done = async (id: string) => ({
    assigned: await assigned(id),
    numbers: await count(`numbering.phone_numbers WHERE account_id = $1 AND status = 'active'`),
    charges: await count(`billing.transactions WHERE account_id = $1 AND item = 'number_monthly'`),
    orders: await count(`numbering.number_orders WHERE account_id = $1 AND status = 'provisioned'`),
    stock: await count(`numbering.stock_numbers WHERE account_id = $1 AND state = 'sold'`),
    events: await count(`platform.outbox WHERE account_id = $1 AND type = 'number.provisioned'`),
  });
  const all = (n: number) => ({ assigned: n, numbers: n, charges: n, orders: n, stock: n, events: n });
  const assigned = (id: string) => count(`numbering.port_numbers WHERE request_id = $1 AND status = 'ported'`, [id]);

  it('assigns and charges each number once, also the number at which its worker is killed', async () => {
    const id = await port();
    await stopAt(e164Of(KILLED_AT));
    const release = await world.hold(NUMBER_LOCK);
    const first = await world.start();
    await world.awaited(NUMBER_LOCK);
    await first.kill();
    await release();
    expect(await done(id)).toEqual(all(KILLED_AT));
    await world.loseClaims();
    await Promise.all([world.start(), world.start()]);
    await eventually(async () => expect(await assigned(id)).toBe(COUNT), 60_000);
    expect(await done(id)).toEqual(all(COUNT));
  }, 120_000);

  /** Lets the transaction that creates the number wait, until it is killed. */
  async function stopAt(e164: string): Promise<void> {
    await world.db.query(`CREATE FUNCTION probe.wait_at_number() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${NUMBER_LOCK}); RETURN NEW; END $$`);
    await world.db.query(`CREATE TRIGGER probe_wait AFTER INSERT ON numbering.phone_numbers
      FOR EACH ROW WHEN (NEW.e164 = '${e164}') EXECUTE FUNCTION probe.wait_at_number()`);
  }
});
