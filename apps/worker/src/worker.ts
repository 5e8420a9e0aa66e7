import { Clock } from '@trunkline/kernel';
import {
  Database,
  EventFlow,
  JobQueues,
  Log,
  Metrics,
  MovableClock,
  Notifications,
  type Schedule,
  Scheduler,
  Settings,
  Subscriptions,
  type SubscriptionTable,
} from '@trunkline/platform';
import { HealthServer } from './health-server';
import type { Use } from './use';
import { observe } from './worker-metrics';

/** What this worker does, as functions of the providers that do it. */
export interface Tables {
  readonly subscriptions: (use: Use) => SubscriptionTable;
  readonly schedules: (use: Use) => readonly Schedule[];
}

/** A relay, sweeper or keeper of schedules that has not got through its work for so long hangs. */
const IDLE_MS_MAX = 30_000;

/** Relay, handlers and schedules. They begin when every module is there, and end before any of them goes. */
export class Worker {
  private readonly queues: JobQueues;
  private readonly flow: EventFlow;
  private readonly scheduler: Scheduler;
  private readonly health: HealthServer;
  private readonly log: Log;
  private stopping = false;

  /** Throws for a table that names what is not there. */
  constructor(
    private readonly use: Use,
    tables: Tables,
  ) {
    const [db, clock, metrics] = [use(Database), use(Clock), use(Metrics)];
    this.queues = use(JobQueues);
    this.log = use(Log);
    this.flow = new EventFlow(
      { db, clock, notifications: use(Notifications), queues: this.queues, metrics, log: this.log },
      new Subscriptions(tables.subscriptions(use)),
    );
    this.scheduler = new Scheduler(this.queues, tables.schedules(use), this.log);
    this.health = new HealthServer(metrics, () => this.isReady());
    observe(metrics, this.flow);
  }

  /** Where the health of this worker is told. */
  get port(): number {
    return this.health.port;
  }

  async start(): Promise<void> {
    const { WORKER_PORT, INTERNAL_HOST } = this.use(Settings);
    await this.health.listen(WORKER_PORT, INTERNAL_HOST);
    await this.queues.prepare();
    this.flow.start();
    this.scheduler.start();
    this.followClock();
    this.log.info({ port: this.port }, 'worker started');
  }

  /** Waits for the jobs that run. The connections they need are closed after it, those to PostgreSQL last. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all([this.flow.stop(), this.scheduler.stop()]);
    await this.queues.stopTaking();
    await this.health.close();
    this.log.info({}, 'worker stopped');
  }

  private followClock(): void {
    const clock = this.use(Clock);
    if (!(clock instanceof MovableClock)) return;
    clock.onMove(() => {
      this.flow.clockMoved();
      this.scheduler.runAll(`clock-${clock.offsetSeconds}`);
    });
  }

  private async isReady(): Promise<boolean> {
    if (this.stopping || Math.max(this.flow.idleMs, this.scheduler.idleMs) > IDLE_MS_MAX) return false;
    await this.use(Database).query('SELECT 1');
    await this.queues.ping();
    return true;
  }
}
