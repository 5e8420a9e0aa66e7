import { eventually, freePort } from '@trunkline/platform/testing';
import { SECRETS, type WorkerEnv, WorkerProcess } from './worker-process';

const MAIN = 'dist/apps/api/main.js';

/** The API beside the workers of a test, on their database. */
export class ApiProcess {
  private constructor(
    private readonly process: WorkerProcess,
    private readonly url: string,
    readonly internalUrl: string,
    /** Allowed `Origin` of requests with a session cookie. */
    readonly origin: string,
  ) {}

  static async start(env: WorkerEnv): Promise<ApiProcess> {
    const [port, internalPort] = [await freePort(), await freePort()];
    const ports = { PORT: String(port), INTERNAL_PORT: String(internalPort) };
    const spawned = WorkerProcess.spawn({ ...env, ...ports, LOG_LEVEL: 'error' }, MAIN);
    const api = new ApiProcess(
      spawned,
      `http://127.0.0.1:${port}`,
      `http://127.0.0.1:${internalPort}`,
      `http://localhost:${port}`,
    );
    try {
      await api.ready();
    } catch (error) {
      await api.kill();
      throw error;
    }
    return api;
  }

  private async ready(): Promise<void> {
    await eventually(async () => {
      const isReady = await fetch(`${this.url}/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (!isReady) throw new Error(`the API is not ready: ${this.process.errors || this.process.lines.join('\n')}`);
    });
  }

  /** Returns the new account's id. */
  async signUp(email: string): Promise<string> {
    const body = { email, password: 'correct horse battery staple', name: 'Ada Lovelace', country: 'US' };
    const data = await post(`${this.url}/v1/auth/signup`, body, {});
    return data['account_id'] ?? '';
  }

  /** Sends a request and returns the raw response. `body` is sent unchanged. */
  call(method: string, path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<Response> {
    return fetch(`${this.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  }

  async operate(path: string, body: object): Promise<void> {
    await post(`${this.internalUrl}${path}`, body, { authorization: `Bearer ${SECRETS.OPERATOR_TOKENS}` });
  }

  get pid(): number {
    return this.process.pid;
  }

  kill(): Promise<void> {
    return this.process.kill();
  }
}

async function post(url: string, body: object, headers: Record<string, string>): Promise<Record<string, string>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Record<string, string> }).data;
}
