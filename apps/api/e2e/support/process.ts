import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { freePort, TEST_APP_FLAGS } from '@trunkline/platform/testing';

const START_TIMEOUT_MS = 90_000;
const LOOK_MS = 50;

/** A real API process that tests can kill. */
export class ApiProcess {
  /** Its log output. */
  log = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly internalUrl: string,
    /** Resolves to the exit code; null when a signal ended it. */
    readonly exited: Promise<number | null>,
  ) {}

  /** Starts the built application with this environment and waits until it is ready. Free ports are the default. */
  static async start(environment: Readonly<Record<string, string>>, publicPort?: number): Promise<ApiProcess> {
    const port = publicPort ?? (await freePort());
    const internalPort = await freePort();
    const env = { PATH: process.env['PATH'], ...environment, PORT: String(port), INTERNAL_PORT: String(internalPort) };
    const main = resolve(import.meta.dirname, '../../../../dist/apps/api/main.js');
    const child = spawn(process.execPath, [...TEST_APP_FLAGS, main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
    const started = new ApiProcess(child, `http://127.0.0.1:${port}`, `http://127.0.0.1:${internalPort}`, exited);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (started.log += text));
    await started.ready();
    return started;
  }

  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }

  private async ready(): Promise<void> {
    for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; ) {
      if (this.child.exitCode !== null) throw new Error(`The API ended with ${this.child.exitCode}.`);
      const answer = await fetch(`${this.url}/health/ready`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((again) => setTimeout(again, LOOK_MS));
    }
    await this.kill('SIGKILL');
    throw new Error('The API did not become ready.');
  }
}
