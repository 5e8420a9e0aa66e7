import { Injectable } from '@nestjs/common';
import { Clock } from '@trunkline/kernel';
import { Database, Mailer, RedisConnection, Settings, VERSION } from '@trunkline/platform';
import { Draining } from './draining';
import type { HealthDependenciesDto, HealthDto } from './health.dto';
import { CachedProbe } from './cached-probe';

const PROBE_TIMEOUT_MS = 2000;

/** Probes the service's dependencies, each within two seconds. */
@Injectable()
export class Health {
  private readonly mail = new CachedProbe(() => answers(this.mailer.check()));

  constructor(
    private readonly db: Database,
    private readonly redis: RedisConnection,
    private readonly mailer: Mailer,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly draining: Draining,
  ) {}

  async report(): Promise<HealthDto> {
    const bindings = await this.bindings();
    const all = Object.values(bindings).every(Boolean);
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

  /** True if the process accepts requests: the database responds, and the process is not stopping. */
  async isReady(): Promise<boolean> {
    return !this.draining.isBegun && (await this.hasDatabase());
  }

  private hasDatabase(): Promise<boolean> {
    return answers(this.db.query('SELECT 1'));
  }

  private async bindings(): Promise<HealthDependenciesDto> {
    const { client } = this.redis;
    const [database, redis, mail] = await Promise.all([
      this.hasDatabase(),
      client ? answers(this.redis.assertWritable()) : null,
      this.mail.result(),
    ]);
    // Documents are stored encrypted in PostgreSQL.
    return { db_catalog: database, kv_sessions: redis ?? database, send_email: mail, assets: database };
  }
}

async function answers(probe: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), PROBE_TIMEOUT_MS)));
  const answered = probe.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, timeout]).finally(() => clearTimeout(timer));
}
