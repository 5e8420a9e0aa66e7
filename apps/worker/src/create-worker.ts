import { NestFactory } from '@nestjs/core';
import { type Settings, bind, Log, Mailer, MailOutbox, Metrics, PlatformModule, SendMail } from '@trunkline/platform';
import { schedules } from './schedules';
import { subscriptions } from './subscriptions';
import type { Use } from './use';
import { type Tables, Worker } from './worker';
import { type DynamicModule, Module } from '@nestjs/common';
import { ContextMapModule, persistence } from '@trunkline/composition';

@Module({})
export class WorkerModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.forRoot(settings, 'worker', persistence), ContextMapModule],
      providers: [bind(SendMail, [MailOutbox, Mailer, Metrics, Log])],
    };
  }
}

export interface RunningWorker {
  readonly use: Use;
  /** The port that serves health and metrics. */
  readonly port: number;
  /** Waits for running jobs and closes all connections. */
  readonly close: () => Promise<void>;
}

/** Starts a worker with the given tables. */
export async function startWorker(
  settings: Settings,
  tables: Tables = { subscriptions, schedules },
): Promise<RunningWorker> {
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(settings), {
    logger: false,
    abortOnError: false,
  });
  const use: Use = (token) => app.get(token, { strict: false });
  const worker = new Worker(use, tables);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= worker.stop().then(() => app.close()));
  try {
    await worker.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { use, port: worker.port, close };
}
