import { join } from 'node:path';
import {
  type DynamicModule,
  Global,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { Clock, EventBus, setIdClock, Transactor } from '@trunkline/kernel';
import { DataSource } from 'typeorm';
import { ActivityLog } from './activity/activity-log';
import { AddressGuard } from './security/address-guard';
import { NumberSpellings } from './database/number-spellings';
import { AuditTrail } from './security/audit-trail';
import { CryptoBox } from './security/crypto-box';
import { createDataSource, Database, DatabaseAccess, findDatabaseAccess, type Persistence } from './database/database';
import { DatabaseProbe } from './database/database-probe';
import { CheckedClock, DatabaseTime } from './database/database-time';
import { API_RESERVES, type PoolDivision, PUBLIC_RESERVES, WORKER_RESERVES } from './database/pool/work';
import { Housekeeping } from './jobs/housekeeping';
import { IdempotencyKeys } from './stores/idempotency-keys';
import { StreamPlaces } from './stores/stream-places';
import { Log, PinoLog } from './observability/log';
import { FolderMailer } from './mail/folder-mailer';
import { MailOutbox } from './mail/mail-outbox';
import { Mailer } from './mail/mailer';
import { SmtpMailer } from './mail/smtp-mailer';
import { FaultyMailer } from './sandbox/faulty-mailer';
import { verifyMasterKeys } from './security/master-keys';
import { Metrics } from './observability/metrics';
import { Notifications } from './database/notifications';
import { ProcessMetrics } from './observability/process-metrics';
import { RunningProcesses } from './observability/running-processes';
import { platformPersistence } from './database/platform-persistence';
import { OutboxEventBus } from './events/outbox';
import { JobQueues } from './jobs/job-queues';
import { Replica, ReplicaReads } from './database/replica';
import { openQueueBackend } from './jobs/open-queue-backend';
import { SandboxFaults } from './sandbox/sandbox-faults';
import { Settings } from './settings/settings';
import { CacheStore, RateLimitStore, TurnStore } from './stores/ports';
import { storeProviders } from './stores/providers';
import { connectRedis, RedisConnection } from './stores/redis-connection';
import { MovableClock } from './sandbox/test-clock';
import { alias, bind, implement } from './wiring';

/** Starts listening once all modules have registered their listeners, and closes connections after all other modules. */
class PlatformLifetime implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    private readonly redis: RedisConnection,
    private readonly queues: JobQueues,
    private readonly mailer: Mailer,
    private readonly probe: DatabaseProbe,
    private readonly reads: ReplicaReads,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.notifications.start();
    this.probe.start();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.clock instanceof MovableClock) this.clock.stop();
    await this.probe.stop();
    await this.notifications.stop();
    await this.queues.close();
    this.mailer.close();
    this.redis.client?.disconnect();
    await this.reads.replica?.close();
    await this.dataSource.destroy();
  }
}

/** Logs and counts what effects after commits throw. */
class EffectFailures {
  private readonly counter;

  constructor(
    metrics: Metrics,
    private readonly log: Log,
  ) {
    this.counter = metrics.counter({
      name: 'trunkline_effect_failures_total',
      help: 'Effects after a commit that threw, such as a wake-up of a worker.',
      labels: [],
    });
  }

  report(err: unknown): void {
    this.counter.inc();
    this.log.error({ err }, 'an effect after a commit failed');
  }
}

function divisionOf(service: string, { workLimits: limits, LISTENERS }: Settings): PoolDivision {
  if (service === 'worker') return { usual: 'background', reserves: WORKER_RESERVES, limits };
  const reserves = LISTENERS.includes('internal') ? API_RESERVES : PUBLIC_RESERVES;
  return { usual: 'rest', reserves, limits };
}

/** Provides the database. Its access and the master keys are checked before the first use. */
function accessProviders(settings: Settings, service: string, contexts: readonly Persistence[]): Provider[] {
  const all = [platformPersistence, ...contexts];
  return [
    bind(EffectFailures, [Metrics, Log]),
    {
      provide: DatabaseAccess,
      useFactory: () =>
        findDatabaseAccess(
          settings,
          all.flatMap(({ grants }) => grants ?? []),
        ),
    },
    {
      provide: DataSource,
      inject: [DatabaseAccess],
      useFactory: ({ url, session }: DatabaseAccess) =>
        createDataSource(
          { url, session, applicationName: `trunkline-${service}`, division: divisionOf(service, settings) },
          all,
        ).initialize(),
    },
    {
      provide: Database,
      inject: [DataSource, DatabaseAccess, CryptoBox, EffectFailures],
      useFactory: async (
        dataSource: DataSource,
        { session }: DatabaseAccess,
        box: CryptoBox,
        failures: EffectFailures,
      ) => {
        const db = new Database(dataSource, session, (error) => failures.report(error));
        await verifyMasterKeys(db, box);
        return db;
      },
    },
  ];
}

function databaseProviders(settings: Settings, service: string): Provider[] {
  return [
    {
      provide: ReplicaReads,
      inject: [Database, DatabaseAccess, Metrics, Log],
      useFactory: (db: Database, { session }: DatabaseAccess, metrics: Metrics, log: Log) => {
        const { DATABASE_READ_URL: url, DATABASE_READ_STALENESS_SECONDS: maxStalenessSeconds } = settings;
        const options = { session, division: divisionOf(service, settings), maxStalenessSeconds };
        return new ReplicaReads(db, url ? new Replica(db, { url, ...options }, metrics, log) : null);
      },
    },
    alias(Transactor, Database),
    {
      provide: Notifications,
      inject: [DatabaseAccess],
      useFactory: ({ directUrl }: DatabaseAccess) => new Notifications(directUrl),
    },
    {
      provide: Clock,
      inject: [Database, Notifications, DatabaseTime, DatabaseProbe],
      useFactory: async (db: Database, notifications: Notifications, time: DatabaseTime, probe: DatabaseProbe) => {
        await probe.isWritable();
        await probe.verifyPartitions();
        setIdClock(() => time.nowMs());
        if (!settings.isSandbox) return new CheckedClock(time);
        const clock = new MovableClock(db, undefined, time);
        await clock.follow(notifications);
        return clock;
      },
    },
    { provide: DatabaseTime, useFactory: () => new DatabaseTime() },
    {
      provide: RunningProcesses,
      inject: [Database],
      useFactory: (db: Database) => new RunningProcesses(db, service, settings.GIT_COMMIT),
    },
    bind(DatabaseProbe, [Database, DatabaseTime, RunningProcesses, Metrics, Log]),
    implement(EventBus, OutboxEventBus, [Database, Clock]),
    bind(ActivityLog, [Database, Clock]),
    bind(AuditTrail, [Database, Clock]),
    bind(NumberSpellings, [Database, AuditTrail]),
    bind(SandboxFaults, [Database, Clock]),
    bind(IdempotencyKeys, [Database, CryptoBox, Clock]),
    bind(Housekeeping, [Database, IdempotencyKeys, Clock]),
    bind(StreamPlaces, [Database]),
  ];
}

function openMailer(settings: Settings, faults: SandboxFaults, log: Log): Mailer {
  const mailer = settings.SMTP_URL
    ? new SmtpMailer(settings.SMTP_URL, settings.MAIL_FROM)
    : new FolderMailer(join(settings.DATA_DIR, 'mail'), settings.MAIL_FROM, log);
  return settings.isSandbox ? new FaultyMailer(mailer, faults) : mailer;
}

function outwardProviders(settings: Settings): Provider[] {
  return [
    { provide: RedisConnection, inject: [Log], useFactory: (log: Log) => connectRedis(settings.REDIS_URL, log) },
    ...storeProviders,
    {
      provide: JobQueues,
      inject: [DatabaseAccess, Notifications, Metrics, Log],
      useFactory: ({ directUrl }: DatabaseAccess, notifications: Notifications, metrics: Metrics, log: Log) => {
        const address = { REDIS_URL: settings.REDIS_URL, DATABASE_URL: directUrl };
        return new JobQueues(openQueueBackend(address, notifications, log), metrics, log);
      },
    },
    {
      provide: Mailer,
      inject: [SandboxFaults, Log],
      useFactory: (faults: SandboxFaults, log: Log) => openMailer(settings, faults, log),
    },
    bind(MailOutbox, [Database, Transactor, EventBus, CryptoBox, Clock]),
    // One guard for all contexts that connect to customers' hosts.
    bind(AddressGuard, []),
  ];
}

@Global()
@Module({})
export class PlatformModule {
  /** `service` names the process in logs, metrics and pg_stat_activity. */
  static forRoot(settings: Settings, service: string, contexts: readonly Persistence[]): DynamicModule {
    return {
      module: PlatformModule,
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Log, useFactory: () => new PinoLog(settings.LOG_LEVEL, service) },
        { provide: Metrics, useFactory: () => new Metrics(service) },
        { provide: CryptoBox, useFactory: () => new CryptoBox(settings.masterKeys) },
        ...accessProviders(settings, service, contexts),
        ...databaseProviders(settings, service),
        ...outwardProviders(settings),
        bind(ProcessMetrics, [Metrics, Settings, Database, RedisConnection, JobQueues]),
        bind(PlatformLifetime, [
          DataSource,
          Notifications,
          Clock,
          RedisConnection,
          JobQueues,
          Mailer,
          DatabaseProbe,
          ReplicaReads,
        ]),
      ],
      exports: [
        Settings,
        Log,
        DataSource,
        Database,
        DatabaseProbe,
        ReplicaReads,
        RunningProcesses,
        Transactor,
        Notifications,
        Clock,
        EventBus,
        CryptoBox,
        AddressGuard,
        ActivityLog,
        AuditTrail,
        NumberSpellings,
        SandboxFaults,
        IdempotencyKeys,
        StreamPlaces,
        RedisConnection,
        Metrics,
        JobQueues,
        Mailer,
        MailOutbox,
        Housekeeping,
        RateLimitStore,
        CacheStore,
        TurnStore,
      ],
    };
  }
}
