import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Settings } from '@trunkline/platform/settings';
import type * as Builder from '../build.mjs';
import { pause, type Postgres, startPostgres } from '../postgres';
import { exitReasonIn } from './app-log';
import { AppProcess, mainOf } from './app-process';
import { addressOf } from './environment';
import type { StackClaim } from './running-stack';
import { reasonOf, StartError } from './start-error';

const APPS = ['api', 'worker'] as const;
type AppName = (typeof APPS)[number];

/** The processes of apps. Switches and customers have one each, so that no customer's request delays a call. */
const PROCESSES = {
  'internal-api': { app: 'api', env: { LISTENERS: 'internal' } },
  api: { app: 'api', env: { LISTENERS: 'public' } },
  worker: { app: 'worker', env: {} },
} as const satisfies Record<string, { readonly app: AppName; readonly env: Readonly<Record<string, string>> }>;
type ProcessName = keyof typeof PROCESSES;
const NAMES = Object.keys(PROCESSES) as ProcessName[];

/** Before an app that ended is started again. */
const RESTART_SECONDS = 1;

export interface StackOptions {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** Builds the apps whose sources have changed. Nx replaces their files, which nothing else may use meanwhile. */
  readonly build: boolean;
  /** Rebuilds and restarts an app when its sources change. */
  readonly watch: boolean;
  readonly print: (line: string) => void;
  /** Aborted to stop the stack. */
  readonly signal: AbortSignal;
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** PostgreSQL, the schema, and the processes of the apps, started in this order and stopped in reverse. */
export class Stack {
  private readonly apps = new Map<ProcessName, AppProcess>();
  /** True once every app was healthy: from then on an app that ends is restarted. */
  private isUp = false;
  private readonly downs: (() => Promise<unknown>)[] = [];
  private readonly failure: Promise<never>;
  private fail: (error: StartError) => void = () => undefined;

  constructor(
    private readonly options: StackOptions,
    private readonly claim: StackClaim,
  ) {
    this.failure = new Promise((_, reject) => {
      this.fail = reject;
    });
    // It may reject before anything awaits it.
    this.failure.catch(() => undefined);
  }

  get apiUrl(): string {
    const { HOST, PORT } = this.options.settings;
    return addressOf(HOST ?? '0.0.0.0', PORT);
  }

  private internal(port: 'INTERNAL_PORT' | 'METRICS_PORT' | 'WORKER_PORT'): string {
    const { settings } = this.options;
    return addressOf(settings.INTERNAL_HOST, settings[port]);
  }

  async up(): Promise<void> {
    const { signal, watch, build } = this.options;
    const built = build ? this.build() : Promise.resolve();
    // Awaited behind the database, whose failure comes first.
    built.catch(() => undefined);
    const databaseUrl = this.options.env['DATABASE_URL'] ?? (await this.startDatabase());
    await built;
    if (!watch && !APPS.every((name) => existsSync(mainOf(name))))
      throw new StartError('the apps are not built: npm run apps');
    signal.throwIfAborted();
    await this.migrate(databaseUrl);
    signal.throwIfAborted();
    if (watch) await this.startWatching(databaseUrl);
    for (const name of NAMES) this.startApp(name, databaseUrl);
    await Promise.all([...this.apps.values()].map((app) => app.healthy(signal)));
    this.isUp = true;
  }

  /** Resolves when the stack is asked to stop. Throws StartError when the embedded database ends by itself. */
  async untilStopped(): Promise<void> {
    await Promise.race([aborted(this.options.signal), this.failure]);
  }

  /** Stops everything, the apps first and the database last. */
  async down(): Promise<void> {
    this.isUp = false;
    await Promise.all([...this.apps.values()].map((app) => app.stop()));
    for (const down of this.downs.splice(0).reverse()) await down();
  }

  private async startDatabase(): Promise<string> {
    const { dataDir, print, signal } = this.options;
    const since = performance.now();
    const postgres: Postgres = await startPostgres({ dir: join(dataDir, 'postgres') });
    this.downs.push(() => postgres.stop());
    void postgres.exited.then(() => {
      if (!signal.aborted)
        this.fail(new StartError('the embedded PostgreSQL has ended; its log is server.log in its folder'));
    });
    print(`PostgreSQL ${postgres.adopted ? 'was still running and is reused' : 'is up'} (${seconds(since)})`);
    return postgres.url;
  }

  private async build(): Promise<void> {
    const since = performance.now();
    // Other apps are bundled again at every change.
    const projects = ['tools', 'dashboard', ...(this.options.watch ? [] : APPS)].join();
    const nx = [resolve('node_modules/nx/dist/bin/nx.js'), 'run-many', '-t', 'build', '-p', projects];
    const child = spawn(process.execPath, nx, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const code = await new Promise((ended) => child.once('close', ended));
    if (code !== 0) {
      process.stderr.write(output);
      throw new StartError('the build failed');
    }
    this.options.print(`the apps are built (${seconds(since)})`);
  }

  private async migrate(databaseUrl: string): Promise<void> {
    const since = performance.now();
    const child = spawn(process.execPath, ['--enable-source-maps', resolve('dist/tools/migrate.js')], {
      env: { ...this.options.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
      });
    }
    const code = await new Promise((ended) => child.once('close', ended));
    if (code !== 0) {
      const reasons = `${output.stderr}\n${output.stdout}`.split('\n').map(exitReasonIn);
      throw new StartError(reasons.find(Boolean) ?? 'the migration failed');
    }
    this.options.print(`${output.stdout.trim().split('\n').at(-1) ?? ''} (${seconds(since)})`);
  }

  private startApp(name: ProcessName, databaseUrl: string): AppProcess {
    const { settings, env, dataDir, print, signal, watch } = this.options;
    const address = {
      'internal-api': this.internal('INTERNAL_PORT'),
      api: this.apiUrl,
      worker: this.internal('WORKER_PORT'),
    };
    const app = new AppProcess({
      name,
      main: mainOf(PROCESSES[name].app),
      env: { ...env, ...PROCESSES[name].env, DATABASE_URL: databaseUrl },
      dataDir,
      healthUrl: `${address[name]}/health/ready`,
      print,
      drainSeconds: settings.DRAIN_SECONDS,
    });
    this.apps.set(name, app);
    this.publishAddresses(databaseUrl);
    void app.ended.then(() => {
      if (signal.aborted || this.apps.get(name) !== app) return;
      if (watch) print(`${app.exitMessage}: waiting for a change`);
      else if (this.isUp) void this.startAgain(name, app, databaseUrl);
      else this.fail(new StartError(app.exitMessage));
    });
    return app;
  }

  private async startAgain(name: ProcessName, ended: AppProcess, databaseUrl: string): Promise<void> {
    const { signal, print } = this.options;
    print(`${ended.exitMessage}: restarting in ${RESTART_SECONDS} s`);
    await Promise.race([pause(RESTART_SECONDS * 1000), aborted(signal)]);
    if (!this.isUp || signal.aborted) return;
    await this.restart(name, databaseUrl);
  }

  /** Builds on every change. Resolves after the first build of every app. */
  private async startWatching(databaseUrl: string): Promise<void> {
    const builder = await loadBuilder();
    const first = new Set<string>(APPS);
    let turn = Promise.resolve();
    const firstBuilds = new Promise<void>((ready, fail) => {
      const built = (name: string): void => {
        if (first.delete(name)) {
          if (first.size === 0) ready();
          return;
        }
        for (const each of NAMES.filter((other) => PROCESSES[other].app === name))
          turn = turn.then(() => this.restart(each, databaseUrl));
      };
      builder.watchAll(APPS, built).then((stop) => this.downs.push(stop), fail);
    });
    await Promise.race([firstBuilds, aborted(this.options.signal)]);
    this.options.signal.throwIfAborted();
  }

  private async restart(name: ProcessName, databaseUrl: string): Promise<void> {
    const { signal, print } = this.options;
    const since = performance.now();
    const old = this.apps.get(name);
    this.apps.delete(name);
    await old?.stop();
    try {
      signal.throwIfAborted();
      await this.startApp(name, databaseUrl).healthy(signal);
      print(`the ${name} was restarted (${seconds(since)})`);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AbortError')) print(reasonOf(error));
    }
  }

  private publishAddresses(databaseUrl: string): void {
    const { settings } = this.options;
    this.claim.publish({
      apps: [...this.apps].map(([name, { pid }]) => ({ name, pid, main: mainOf(PROCESSES[name].app) })),
      databaseUrl,
      rootUrl: settings.ROOT_URL,
      apiUrl: this.apiUrl,
      internalUrl: this.internal('INTERNAL_PORT'),
      metricsUrl: this.internal('METRICS_PORT'),
      ...plain('operatorToken', settings.OPERATOR_TOKENS),
      ...plain('switchToken', settings.SWITCH_TOKENS),
    });
  }
}

function plain<N extends string>(name: N, tokens: readonly string[]): Partial<Record<N, string>> {
  const token = tokens.find((each) => !each.startsWith('sha256:'));
  return token === undefined ? {} : ({ [name]: token } as Record<N, string>);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    if (signal.aborted) resume();
    signal.addEventListener('abort', () => {
      resume();
    });
  });
}

/** Loaded at run time, because it is the bundler of this file. */
async function loadBuilder(): Promise<typeof Builder> {
  return (await import(pathToFileURL(resolve('tools/build.mjs')).href)) as typeof Builder;
}
