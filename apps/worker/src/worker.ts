import { Clock } from '@trunkline/kernel';
import {
  Database,
  DatabaseProbe,
  EventFlow,
  HealthServer,
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
import { ExportCallbacks, RunExport } from '@trunkline/exports';
import { DeliverToEndpoint, DeliveryHints, DeliveryStore } from '@trunkline/webhooks';
import { RunNumberJob } from '@trunkline/numbering';
import { ExpireContacts } from '@trunkline/voice-routing';
import { DeliverMessages } from '@trunkline/messaging';
import { ContactFlow } from './contact-flow';
import { ExportFlow } from './export-flow';
import { NumberJobFlow } from './number-job-flow';
import { MessageFlow } from './message-flow';
import { observe } from './metrics';
import type { Use } from './use';
import { WebhookFlow } from './webhook-flow';

/** The subscriptions and schedules of a worker, as functions of the application's providers. */
export interface Tables {
  readonly subscriptions: (use: Use) => SubscriptionTable;
  readonly schedules: (use: Use) => readonly Schedule[];
}

/** A relay, sweeper or scheduler that completes no round for this long is considered hung. */
const IDLE_MS_MAX = 30_000;

/** Runs the relay, event handlers and schedules. Starts after all modules and stops before them. */
export class Worker {
  private readonly queues: JobQueues;
  private readonly flow: EventFlow;
  private readonly webhooks: WebhookFlow;
  private readonly contacts: ContactFlow;
  private readonly messages: MessageFlow;
  private readonly exports: ExportFlow;
  private readonly numberJobs: NumberJobFlow;
  private readonly scheduler: Scheduler;
  private readonly health: HealthServer;
  private readonly log: Log;
  private stopping = false;

  /** Throws for an invalid table or a missing provider. */
  constructor(
    private readonly use: Use,
    tables: Tables,
  ) {
    const db = use(Database);
    const clock = use(Clock);
    const metrics = use(Metrics);
    this.queues = use(JobQueues);
    this.log = use(Log);
    const subscriptions = new Subscriptions(tables.subscriptions(use));
    this.flow = new EventFlow(db, clock, use(Notifications), this.queues, subscriptions, metrics, this.log);
    this.webhooks = new WebhookFlow(
      this.queues,
      use(DeliverToEndpoint),
      use(DeliveryStore),
      use(DeliveryHints),
      this.log,
    );
    this.contacts = new ContactFlow(use(ExpireContacts), this.log);
    this.messages = new MessageFlow(use(DeliverMessages), use(Notifications), this.log);
    this.exports = new ExportFlow(this.queues, use(RunExport), use(ExportCallbacks));
    this.numberJobs = new NumberJobFlow(this.queues, use(RunNumberJob), this.log);
    this.scheduler = new Scheduler(this.queues, tables.schedules(use), this.log);
    this.health = new HealthServer(metrics, async () => ({ ok: await this.isReady() }));
    observe(use, this.flow);
  }

  /** The port of health and metrics. */
  get port(): number {
    return this.health.port;
  }

  async start(): Promise<void> {
    const { WORKER_PORT, INTERNAL_HOST, WEBHOOK_CONCURRENCY } = this.use(Settings);
    await this.health.listen(WORKER_PORT, INTERNAL_HOST);
    await this.queues.prepare();
    this.flow.start();
    this.webhooks.start(WEBHOOK_CONCURRENCY);
    this.contacts.start();
    this.messages.start();
    this.exports.start();
    this.numberJobs.start();
    this.scheduler.start();
    this.followClock();
    this.log.info({ port: this.port }, 'worker started');
  }

  /** Stops taking work and waits for running jobs. The modules close their connections afterwards. */
  async stop(): Promise<void> {
    this.stopping = true;
    const { flow, webhooks, contacts, messages, exports, numberJobs, scheduler } = this;
    const flows = [flow, webhooks, contacts, messages, exports, numberJobs, scheduler];
    await Promise.all(flows.map((each) => each.stop()));
    await this.queues.stopTaking();
    await this.health.close();
    this.log.info({}, 'worker stopped');
  }

  private followClock(): void {
    const clock = this.use(Clock);
    if (!(clock instanceof MovableClock)) return;
    clock.onMove(() => {
      this.flow.clockMoved();
      this.webhooks.clockMoved();
      this.contacts.clockMoved();
      this.messages.clockMoved();
      this.scheduler.runAll(`clock-${clock.offsetSeconds}`);
    });
  }

  private async isReady(): Promise<boolean> {
    const idleMs = [this.flow, this.webhooks, this.contacts, this.messages, this.scheduler].map((each) => each.idleMs);
    if (this.stopping || Math.max(...idleMs) > IDLE_MS_MAX) return false;
    await this.queues.ping();
    return this.use(DatabaseProbe).isReady();
  }
}
