import { randomBytes } from 'node:crypto';
import type { AccountStatus } from '@trunkline/kernel';
import { eventually } from '@trunkline/platform/testing';
import { ApiProcess } from '../support/api-process';
import { ProbeWorld } from '../support/probe-world';
import type { WorkerProcess } from '../support/worker-process';

const MANY = 500;
/** What the worker waits for when it comes to the number at which it is to be stopped. */
const NUMBER_LOCK = 3;

interface Owned {
  readonly number_id: string;
  readonly e164: string;
  readonly order_id: string;
}

describe('numbers of an account suspended by an operator', () => {
  let world: ProbeWorld;
  let api: ApiProcess;
  let worker: WorkerProcess | null = null;
  let accountId: string;

  beforeAll(async () => {
    world = await ProbeWorld.open({ RATE_LIMIT_FACTOR: '1000' });
    api = await ApiProcess.start(world.env);
  });
  beforeEach(async () => {
    accountId = await api.signUp(`${randomBytes(6).toString('hex')}@example.com`);
  });
  afterAll(async () => {
    await api.kill();
    await world.close();
  });

  /** Resolves once a worker runs: the one of the former test, or else a new one. */
  const running = async (): Promise<void> => {
    worker ??= await world.start();
  };
  /** As if bought; their identifiers sort as they were made. Returns them in this order. */
  const own = async (count: number, status = 'active', suspendedFor: readonly string[] = []): Promise<Owned[]> => {
    return world.db.query<Owned>(
      `INSERT INTO numbering.phone_numbers (id, account_id, order_id, supplier, e164, country, number_type, capabilities,
         monthly_price_cents, setup_price_cents, status, suspended_for, requires_activation, assigned_at,
         billing_anchor_at, billed_months, next_billing_at, failed_billing_attempts, deletion_lock, updated_at)
       SELECT 'num_' || right($1, 8) || $2 || lpad(n::text, 4, '0'), $1, 'ord_' || right($1, 8) || $2 || n, 'sandbox', '+1212' || e.area + n, 'US',
         'geographic', '{voice}', 100, 0, $2, $3, false, now(), now(), 1, now() + interval '1 month', 0, false, now()
       FROM generate_series(1, $4) AS n, (SELECT 5550000 + count(*) AS area FROM numbering.phone_numbers) AS e
       RETURNING id AS number_id, e164, order_id`,
      [accountId, status, suspendedFor, count],
    );
  };
  const statuses = async (): Promise<Record<string, number>> => {
    const rows = await world.db.query<{ status: string; count: number }>(
      `SELECT concat_ws(' ', status, nullif(array_to_string(suspended_for, ' '), '')) AS status, count(*) AS count
       FROM numbering.phone_numbers WHERE account_id = $1 GROUP BY 1`,
      [accountId],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  const become = (expected: Record<string, number>) =>
    eventually(async () => expect(await statuses()).toEqual(expected));
  const suspensions = async () => {
    const rows = await world.db.query<{ number_id: string; reason: string }>(
      `SELECT data ->> 'number_id' AS number_id, data ->> 'reason' AS reason FROM platform.outbox
       WHERE account_id = $1 AND type = 'number.suspended'`,
      [accountId],
    );
    return {
      total: rows.length,
      numbers: new Set(rows.map((row) => row.number_id)).size,
      reasons: rows.map((row) => row.reason),
    };
  };
  const changes = async (action: string) =>
    (
      await world.db.query(`SELECT FROM numbering.number_history WHERE account_id = $1 AND action = $2`, [
        accountId,
        action,
      ])
    ).length;
  const publish = (status: AccountStatus) =>
    world.events.publish({ type: 'account.status_changed', accountId, data: { account_id: accountId, status } });
  /** Every event of the account is handled. */
  const settled = () =>
    eventually(async () => {
      const open = await world.db.query(
        `SELECT FROM platform.outbox AS o LEFT JOIN platform.event_deliveries AS d ON d.event_id = o.id
         WHERE o.relayed_at IS NULL OR (d.event_id IS NOT NULL AND d.done_at IS NULL AND o.type <> 'mail.requested')`,
      );
      expect(open).toHaveLength(0);
    });

  it('are suspended, and resumed on reinstatement unless another reason applies', async () => {
    await own(3);
    await own(2, 'suspended', ['non_payment']);
    await own(1, 'pending_documents');
    await Promise.all([running(), world.start()]);
    await api.operate(`/operator/accounts/${accountId}/suspend`, { reason: 'Debt' });
    await become({ 'suspended account': 3, 'suspended non_payment account': 2, pending_documents: 1 });
    expect(await suspensions()).toEqual({
      total: 3,
      numbers: 3,
      reasons: Array<string>(3).fill('account_suspended'),
    });
    await api.operate(`/operator/accounts/${accountId}/reinstate`, { reason: 'Paid' });
    await become({ active: 3, 'suspended non_payment': 2, pending_documents: 1 });
    expect([await changes('suspended'), await changes('resumed')]).toEqual([5, 5]);
  });

  it('follow the current status of the account despite late and repeated events', async () => {
    await own(2);
    await running();
    for (const status of ['suspended', 'suspended', 'active', 'suspended'] as const) await publish(status);
    await settled();
    expect(await statuses()).toEqual({ active: 2 });
    await api.operate(`/operator/accounts/${accountId}/suspend`, { reason: 'Debt' });
    for (const status of ['active', 'suspended', 'active'] as const) await publish(status);
    await settled();
    expect(await statuses()).toEqual({ 'suspended account': 2 });
    expect((await suspensions()).total).toBe(2);
  });

  it('stay suspended while its closure is pending', async () => {
    await own(1);
    await running();
    await api.operate(`/operator/accounts/${accountId}/suspend`, { reason: 'Debt' });
    await become({ 'suspended account': 1 });
    await world.db.query(
      `UPDATE identity.accounts SET status = 'pending_closure', closure_grace_ends_at = now() + interval '30 days'
         WHERE id = $1`,
      [accountId],
    );
    await publish('pending_closure');
    await settled();
    expect(await statuses()).toEqual({ 'suspended account': 1 });
  });

  it('are suspended when activated later', async () => {
    await running();
    await api.operate(`/operator/accounts/${accountId}/suspend`, { reason: 'Debt' });
    await settled();
    const [data] = (await own(1)) as [Owned];
    await world.events.publish({ type: 'number.provisioned', accountId, data });
    await become({ 'suspended account': 1 });
  });

  it('are each suspended once when the worker is killed among five hundred of them', async () => {
    await world.killWorkers();
    const numbers = await own(MANY);
    await stopAt(numbers[249]?.number_id ?? '');
    const release = await world.hold(NUMBER_LOCK);
    const first = await world.start();
    await api.operate(`/operator/accounts/${accountId}/suspend`, { reason: 'Debt' });
    await world.awaited(NUMBER_LOCK);
    expect(await statuses()).toEqual({ active: 300, 'suspended account': 200 });
    await first.kill();
    await release();
    await world.loseClaims();
    await world.start();
    await become({ 'suspended account': MANY });
    await settled();
    expect(await suspensions()).toMatchObject({ total: MANY, numbers: MANY });
    expect(await changes('suspended')).toBe(MANY);
  });

  /** Locks the number, so that a transaction that changes it waits. */
  async function stopAt(numberId: string): Promise<void> {
    await world.db.query(`CREATE FUNCTION probe.wait_at_number() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${NUMBER_LOCK}); RETURN NEW; END $$`);
    await world.db.query(`CREATE TRIGGER probe_wait BEFORE UPDATE ON numbering.phone_numbers
      FOR EACH ROW WHEN (NEW.id = '${numberId}') EXECUTE FUNCTION probe.wait_at_number()`);
  }
});
