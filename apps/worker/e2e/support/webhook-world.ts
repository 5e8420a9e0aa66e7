import { newId, type PublishedEvent } from '@trunkline/kernel';
import { eventually } from '@trunkline/platform/testing';
import { Endpoints, RecordEvent } from '@trunkline/webhooks';
import { Receiver } from '@trunkline/webhooks/testing';
import { ProbeWorld } from './probe-world';
import { openApplication } from './staffed-world';
import { WorkerProcess } from './worker-process';

/** A receiver, endpoints of several accounts that point to it, and workers in processes of their own. */
export class WebhookWorld {
  readonly secrets = new Map<string, string>();
  private readonly accounts: string[] = [];
  private readonly workers: WorkerProcess[] = [];

  private constructor(
    readonly probe: ProbeWorld,
    readonly receiver: Receiver,
    private readonly application: Awaited<ReturnType<typeof openApplication>>,
  ) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<WebhookWorld> {
    const probe = await ProbeWorld.open({ ALLOW_PRIVATE_WEBHOOKS: 'true', ...env });
    return new WebhookWorld(probe, await Receiver.start(), await openApplication(probe.env));
  }

  /** Adds an account whose endpoints receive everything at `/hook/{endpoint id}`. */
  async addAccount(endpoints: number): Promise<void> {
    const accountId = newId('acc');
    this.accounts.push(accountId);
    for (let n = 0; n < endpoints; n++) {
      const operationId = newId('op');
      const path = `/hook/${operationId}`;
      const options = { url: new URL(path, this.receiver.url).href, eventTypes: ['*'], description: null };
      const request = { accountId, operationId, options, enabled: true };
      const { signingSecret } = await this.application.use(Endpoints).create(request);
      this.secrets.set(path, signingSecret);
    }
  }

  /** Publishes this number of events in each account, in one transaction. */
  async publish(count: number): Promise<void> {
    for (const accountId of this.accounts)
      await this.probe.db.run(() => this.probe.events.publishAll(releases(accountId, count)));
  }

  /** Records this number of events in each account, as a worker does that is killed right afterwards. */
  async record(count: number): Promise<void> {
    for (const accountId of this.accounts) {
      const events = releases(accountId, count).map((event): PublishedEvent => {
        return { ...event, id: newId('evt'), createdAt: new Date() };
      });
      await this.application.use(RecordEvent).recordAll(events);
    }
  }

  /** Publishes that the accounts were closed. */
  async closeAccounts(): Promise<void> {
    for (const accountId of this.accounts) {
      const data = { account_id: accountId, status: 'closed' as const };
      await this.probe.db.run(() => this.probe.events.publish({ type: 'account.status_changed', accountId, data }));
    }
  }

  async start(): Promise<WorkerProcess> {
    const worker = WorkerProcess.spawn(this.probe.env);
    this.workers.push(worker);
    await worker.started();
    return worker;
  }

  /** Resolves once this many deliveries have succeeded and none is pending. */
  async delivered(count: number): Promise<void> {
    await eventually(async () => {
      const rows = await this.probe.db.query<{ status: string; count: number }>(
        `SELECT status, count(*) AS count FROM webhooks.deliveries GROUP BY status`,
      );
      if (rows.length !== 1 || rows[0]?.status !== 'succeeded' || rows[0].count !== count)
        throw new Error(`not all ${count} deliveries have succeeded: ${JSON.stringify(rows)}`);
    });
  }

  /** How often each event was sent to each endpoint. */
  requests(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { path, headers } of this.receiver.received) {
      const key = `${path} ${String(headers['x-svc-event-id'])}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }

  /** Ends leases, as if the time had passed after which those of a killed worker end. */
  async loseLeases(): Promise<void> {
    await this.probe.db.query(`UPDATE webhooks.deliveries SET leased_until = clock_timestamp() - interval '1 second'
      WHERE leased_until IS NOT NULL`);
    await this.probe.loseClaims();
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.kill()));
    await this.receiver.close();
    await this.application.close();
    await this.probe.close();
  }
}

function releases(accountId: string, count: number) {
  return Array.from({ length: count }, (_, n) => ({
    type: 'number.released' as const,
    accountId,
    data: { number_id: `num_${n}`, e164: '+12025550100' },
  }));
}
