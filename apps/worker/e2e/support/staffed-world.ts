import { NestFactory } from '@nestjs/core';
import { Clock } from '@trunkline/kernel';
import { loadSettings, type MovableClock } from '@trunkline/platform';
import type { Use } from '../../src/use';
import { WorkerModule } from '../../src/create-worker';
import { MailServer } from './mail-server';
import { ProbeWorld } from './probe-world';
import { SECRETS, type WorkerEnv } from './worker-process';
import { Workers } from './workers';

interface Opened {
  readonly use: Use;
  readonly close: () => Promise<void>;
}

/** The worker's application within the test, which arranges and looks, and does no work by itself. */
export async function openApplication(env: Readonly<Record<string, string>>): Promise<Opened> {
  const settings = loadSettings({ NODE_ENV: 'test', ...SECRETS, ...env });
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(settings), { logger: false });
  return { use: (token) => app.get(token, { strict: false }), close: () => app.close() };
}

interface Staff {
  readonly probe: ProbeWorld;
  readonly mails: MailServer;
  readonly env: WorkerEnv;
  readonly workers: Workers;
  readonly application: Opened;
}

/** A database of the test's own with the application on it, workers in processes of their own, and where mails arrive. */
export abstract class StaffedWorld {
  readonly probe: ProbeWorld;
  readonly mails: MailServer;
  readonly workers: Workers;
  readonly use: Use;
  /** Of the processes beside the test. */
  protected readonly env: WorkerEnv;

  protected constructor(private readonly staff: Staff) {
    ({ probe: this.probe, mails: this.mails, workers: this.workers, env: this.env } = staff);
    this.use = staff.application.use;
  }

  protected static async staff(): Promise<Staff> {
    const [probe, mails] = [await ProbeWorld.open(), new MailServer()];
    const env = { ...probe.env, SMTP_URL: `smtp://127.0.0.1:${await mails.open()}`, RATE_LIMIT_FACTOR: '1000' };
    return { probe, mails, env, workers: new Workers(probe, env), application: await openApplication(env) };
  }

  async close(): Promise<void> {
    await this.workers.killAll();
    await this.staff.application.close();
    await this.mails.close();
    await this.probe.close();
  }

  async advance(seconds: number): Promise<void> {
    await (this.use(Clock) as MovableClock).advance(seconds);
  }
}
