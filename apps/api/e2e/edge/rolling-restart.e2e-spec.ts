import { Agent, get } from 'node:http';
import { createConnection } from 'node:net';
import { testEnvironment } from '../support';
import { ApiProcess } from '../support/process';

const CONNECTIONS = 60;
const LOAD_MS = 1500;

interface Load {
  /** Error codes; a refused connection makes a client choose another server and does not count. */
  readonly lost: string[];
  readonly closing: number;
  readonly done: Promise<unknown>;
}

/** Clients that send sequential requests over their own connections until one is refused. */
function load(url: string): Load {
  const lost: string[] = [];
  const seen = { closing: 0 };
  const ask = (agent: Agent): Promise<string> =>
    new Promise((resolve) => {
      const request = get(url, { agent }, (response) => {
        if (response.headers.connection === 'close') seen.closing++;
        response.resume().once('end', () => resolve(''));
        response.once('error', ({ message }) => resolve(message));
      });
      request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let fault = ''; fault === ''; ) {
      fault = await ask(agent);
      if (fault !== '' && fault !== 'ECONNREFUSED') lost.push(fault);
    }
    agent.destroy();
  };
  const done = Promise.all(Array.from({ length: CONNECTIONS }, client));
  return {
    lost,
    get closing() {
      return seen.closing;
    },
    done,
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('an API process stopped under load', () => {
  it.each(['public', 'internal'])('loses no request of its %s listener, and ends at once', async (listener) => {
    const api = await ApiProcess.start(await testEnvironment());
    const url = listener === 'public' ? `${api.url}/health/live` : `${api.internalUrl}/metrics`;
    const clients = load(url);
    await pause(LOAD_MS);
    const since = Date.now();
    expect(await api.kill('SIGTERM')).toBe(0);
    await clients.done;
    expect(clients.lost).toEqual([]);
    expect(clients.closing).toBeGreaterThan(0);
    expect(Date.now() - since).toBeLessThan(15_000);
  });

  it('is not ready while it drains, still responds, and then closes idle connections at once', async () => {
    const api = await ApiProcess.start({ ...(await testEnvironment()), DRAIN_SECONDS: '2' });
    const { port } = new URL(api.url);
    const idle = createConnection(Number(port), '127.0.0.1');
    const ended = new Promise<number>((at) => idle.once('close', () => at(Date.now())));
    idle.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
    idle.resume();
    const since = Date.now();
    const exited = api.kill('SIGTERM');
    await pause(500);
    const ready = await fetch(`${api.url}/health/ready`);
    expect(ready.status).toBe(503);
    expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
    expect(await exited).toBe(0);
    const after = (await ended) - since;
    expect(after).toBeGreaterThanOrEqual(1900);
    expect(after).toBeLessThan(15_000);
  });
});

describe('HOST', () => {
  it('is the address of the public listener', async () => {
    const api = await ApiProcess.start({ ...(await testEnvironment()), HOST: '127.0.0.1' });
    const { port } = new URL(api.url);
    await expect(fetch(`http://127.0.0.2:${port}/health/live`)).rejects.toThrow();
    await api.kill('SIGTERM');
  });
});
