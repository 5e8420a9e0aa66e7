import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { MovableClock } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { HANDLER_LOCK, ProbeWorld } from '../support/probe-world';
import { WorkerProcess } from '../support/worker-process';

describe('a worker', () => {
  let world: ProbeWorld;
  const workers: WorkerProcess[] = [];

  const spawn = (env: Readonly<Record<string, string>>): WorkerProcess => {
    const worker = WorkerProcess.spawn(env);
    workers.push(worker);
    return worker;
  };
  const get = async (port: number, path: string): Promise<{ status: number; type: string | null; body: string }> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() };
  };

  beforeEach(async () => {
    world = await ProbeWorld.open();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    await world.close();
  });

  it('finishes the current event after SIGTERM and exits with 0', async () => {
    const worker = await world.start();
    const release = await world.hold(HANDLER_LOCK);
    await world.publish(1);
    await world.awaited(HANDLER_LOCK);
    const ended = worker.signal('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await release();
    expect(await ended).toBe(0);
    expect(await world.effects()).toHaveLength(1);
    expect(await world.db.query(`SELECT FROM platform.event_deliveries WHERE done_at IS NULL`)).toEqual([]);
    expect(worker.errors).toBe('');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('exits with 0 on %s, leaving no session in the database', async (signal) => {
    const worker = spawn(world.env);
    await worker.started();
    expect(await worker.signal(signal)).toBe(0);
    expect(worker.errors).toBe('');
    await eventually(async () => {
      const sessions = await world.db.query(
        `SELECT application_name FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'trunkline-%'`,
      );
      expect(sessions).toEqual([]);
    });
  });

  it('reports its health', async () => {
    const port = await spawn(world.env).started();
    expect(await get(port, '/health/live')).toEqual({ status: 200, type: 'application/json', body: '{"ok":true}' });
    expect(await get(port, '/health/ready')).toEqual({ status: 200, type: 'application/json', body: '{"ok":true}' });
    expect((await get(port, '/elsewhere')).status).toBe(404);
  });

  it('is live but not ready while its queues are unavailable', async () => {
    const worker = spawn({ ...world.env, REDIS_URL: 'redis://127.0.0.1:1' });
    const port = await worker.started();
    expect((await get(port, '/health/live')).status).toBe(200);
    expect(await get(port, '/health/ready')).toMatchObject({ status: 503, body: '{"ok":false}' });
    expect(await worker.signal('SIGTERM')).toBe(0);
  });

  it('exposes outbox, deliveries and jobs to Prometheus', async () => {
    const worker = WorkerProcess.probe(world.env);
    workers.push(worker);
    const port = await worker.started();
    await world.publish(3);
    await world.settled(3);
    await eventually(async () => {
      const { status, type, body } = await get(port, '/metrics');
      expect([status, type]).toEqual([200, expect.stringContaining('text/plain')]);
      expect(body).toContain('trunkline_outbox_pending{service="worker"} 0');
      expect(body).toContain('trunkline_outbox_lag_seconds{service="worker"} 0');
      expect(body).toContain('trunkline_deliveries{state="pending",service="worker"} 0');
      expect(body).toContain('trunkline_deliveries{state="failed",service="worker"} 0');
      expect(body).toContain('trunkline_ledger_differences{service="worker"} 0');
      expect(body).toContain('trunkline_supplier_up{supplier="sandbox",service="worker"} 1');
      expect(body).toContain('trunkline_deliveries_total{subscriber="probe",outcome="done",service="worker"} 3');
      expect(body).toMatch(/trunkline_jobs_total\{queue="events",job="probe",outcome="done",service="worker"\} [1-3]/);
      expect(body).toMatch(/trunkline_job_duration_seconds_count\{.*job="probe".*\} [1-3]/);
    });
  });

  it('reports the nightly ledger check on every worker, including ones started later', async () => {
    const [first, second] = [spawn(world.env), spawn(world.env)];
    const ports = [await first.started(), await second.started()];
    const nextNight = () => new MovableClock(world.db).advance(86_400);
    const expectDifferences = (differences: number) =>
      eventually(async () => {
        for (const port of ports) {
          const { body } = await get(port, '/metrics');
          expect(body).toContain(`trunkline_ledger_differences{service="worker"} ${differences}`);
        }
      });
    await expectDifferences(0);
    await world.db
      .query(`INSERT INTO billing.wallets (account_id, billing_mode, currency, balance_cents, opened_at, updated_at)
      VALUES ('acc_planted', 'prepaid', 'USD', 5, now(), now())`);
    await nextNight();
    await expectDifferences(2);
    expect([...first.lines, ...second.lines].some((line) => line.includes('wallets differ from their postings'))).toBe(
      true,
    );
    ports.push(await spawn(world.env).started());
    await expectDifferences(2);
    await world.db.query(`DELETE FROM billing.wallets`);
    await nextNight();
    await expectDifferences(0);
  });

  it('runs every schedule when the test clock is moved', async () => {
    const worker = spawn(world.env);
    await worker.started();
    const ran = (name: string): number => worker.lines.filter((line) => line.includes(`"schedule":"${name}"`)).length;
    await eventually(() => expect(ran('finish-checkouts')).toBeGreaterThanOrEqual(1));
    // Schedules that delete wait for their time.
    const prunedBefore = ran('prune-outbox');
    await world.db.query(`INSERT INTO platform.outbox (id, account_id, type, data, created_at, relayed_at)
      VALUES ('evt_old', 'acc_1', 'number.released', '{}', now(), now())`);
    await new MovableClock(world.db).advance(31 * 86_400);
    await eventually(async () =>
      expect(await world.db.query(`SELECT FROM platform.outbox WHERE id = 'evt_old'`)).toEqual([]),
    );
    for (const name of ['release-finalize', 'finish-checkouts'])
      await eventually(() => expect(ran(name)).toBeGreaterThanOrEqual(2));
    await eventually(() => expect(ran('prune-stores')).toBeGreaterThanOrEqual(1));
    expect(ran('prune-outbox')).toBe(prunedBefore + 1);
  });

  it('lists every invalid setting, one per line, and exits with 1', async () => {
    const worker = spawn({ DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', WORKER_PORT: '70000' });
    expect(await worker.ended()).toBe(1);
    const lines = worker.errors.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('The settings are not valid:');
    for (const name of ['DATABASE_URL', 'LOG_LEVEL', 'WORKER_PORT']) {
      expect(lines.filter((line) => line.includes(name))).toHaveLength(1);
    }
    expect(worker.lines).toEqual([]);
  });

  it('reports a used port in one line and exits with 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const worker = spawn({ ...world.env, WORKER_PORT: String(port) });
    expect(await worker.ended()).toBe(1);
    expect(worker.errors.trim()).toBe(`Port ${port} is in use; set WORKER_PORT.`);
    taken.close();
  });

  it('reports an unavailable database in one line and exits with 1', async () => {
    const worker = spawn({ ...world.env, DATABASE_URL: 'postgres://u:p@127.0.0.1:1/none' });
    expect(await worker.ended()).toBe(1);
    expect(worker.errors.trim()).toBe('The worker could not start: connect ECONNREFUSED 127.0.0.1:1');
  });
});
