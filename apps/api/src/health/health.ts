import { Injectable } from '@nestjs/common';
import { CheckUploads } from '@trunkline/compliance';
import { Clock } from '@trunkline/kernel';
import {
  DatabaseProbe,
  Mailer,
  MailOutbox,
  RedisConnection,
  ReplicaReads,
  Settings,
  VERSION,
} from '@trunkline/platform';
import { Draining } from './draining';
import type { HealthDependenciesDto, HealthDto } from './health.dto';
import { CachedProbe } from './cached-probe';

const PROBE_TIMEOUT_MS = 2000;

/** Probes the service's dependencies, each within two seconds. */
@Injectable()
export class Health {
  private readonly mail = new CachedProbe(() => confirms(this.sendsMail()));
  private readonly replica = new CachedProbe(() => confirms(this.servesReads()));
  private readonly documents = new CachedProbe(() => answers(this.uploads.check()));

  constructor(
    private readonly database: DatabaseProbe,
    private readonly redis: RedisConnection,
    private readonly mailer: Mailer,
    private readonly mails: MailOutbox,
    private readonly uploads: CheckUploads,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly draining: Draining,
    private readonly reads: ReplicaReads,
  ) {}

  async report(): Promise<HealthDto> {
    const [bindings, replica] = await Promise.all([this.bindings(), this.replica.result()]);
    const all = Object.values(bindings).every(Boolean) && replica;
    return {
      ok: bindings.db_catalog,
      status: all ? 'ok' : bindings.db_catalog ? 'degraded' : 'down',
      service: 'trunkline-api',
      version: VERSION,
      environment: this.settings.isSandbox ? 'sandbox' : 'live',
      timestamp: this.clock.now().toISOString(),
      bindings,
    };
  }

  /** True if the process accepts requests: the database accepts writes, the clocks agree, and the process is not stopping. */
  async isReady(): Promise<boolean> {
    return !this.draining.isBegun && (await confirms(this.database.isReady()));
  }

  /** Without its replica the service works, and the primary serves what the replica would. */
  private async servesReads(): Promise<boolean> {
    return (await this.reads.replica?.becomesFresh()) ?? true;
  }

  private async sendsMail(): Promise<boolean> {
    await this.mailer.check();
    return this.mails.isFlowing();
  }

  private async bindings(): Promise<HealthDependenciesDto> {
    const { client } = this.redis;
    const [database, redis, mail, documents] = await Promise.all([
      confirms(this.database.isWritable()),
      client ? answers(this.redis.assertWritable()) : null,
      this.mail.result(),
      this.documents.result(),
    ]);
    // A document is a row in the database too.
    const assets = database && documents;
    return { db_catalog: database, kv_sessions: redis ?? database, send_email: mail, assets };
  }
}

function answers(probe: Promise<unknown>): Promise<boolean> {
  return confirms(probe.then(() => true));
}

/** Returns false for a probe that fails or takes too long. */
async function confirms(probe: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), PROBE_TIMEOUT_MS)));
  const answered = probe.catch(() => false);
  return Promise.race([answered, timeout]).finally(() => clearTimeout(timer));
}
