import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describeApi } from '../../src/reference/reference';
import { type Customer, startApi, type TestApi, testEnvironment } from '../support';
import { KEY_IGNORED, Nginx, nginxProgram } from '../support/nginx';
import { ApiProcess } from '../support/process';
import { itemsOf } from '../support/numbering/shopping';

/** An account has at most 1000 routing profiles. */
const CUSTOMERS = 4;
const CLIENTS = 24;
/** The pause of each client between two pairs of requests. The longest exceed the server's grace for idle connections. */
const PAUSES_MS = [50, 70, 100, 700, 2100, 3300];
/** nginx counts `fail_timeout` (2 s) in whole seconds. */
const FAIL_TIMEOUT_PASSED_MS = 3000;
const LOAD_BEFORE_RESTARTS_MS = 2000;
/** nginx sends every other request to each of two servers. */
const ATTEMPTS_MAX = 10;
/** What nginx logs of a server that refuses connections. */
const REFUSED = /Connection refused|temporarily disabled|^$/;
/** What it logs of connections that the kernel reset as the listener ended: at most two per restart (docs/operations.md). */
const RESET = /(connect|recv|send|writev)\(\) failed \((32|104): /;

interface Outcome {
  readonly method: string;
  readonly name: string;
  readonly status: number | string;
}

/** Clients that send GET and POST requests in turn over keep-alive connections until they are stopped. */
class Load {
  readonly outcomes: Outcome[] = [];
  private isStopped = false;
  private readonly clients: Promise<void>[];

  constructor(
    private readonly port: number,
    private readonly customers: readonly Customer[],
  ) {
    this.clients = Array.from({ length: CLIENTS }, (_, client) => this.run(client));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.clients);
  }

  get failures(): string[] {
    const failed = this.outcomes.filter(({ status }) => status !== 200 && status !== 201);
    return failed.map(({ method, name, status }) => `${method} ${name}: ${status}`);
  }

  private async run(client: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const customer = this.customers[Math.floor(client / PAUSES_MS.length)] as Customer;
    for (let count = 0; !this.isStopped; count++) {
      const name = `profile-${client}-${count}`;
      this.outcomes.push(await this.send(agent, customer, 'POST', name));
      this.outcomes.push(await this.send(agent, customer, 'GET', ''));
      await pause(PAUSES_MS[client % PAUSES_MS.length]);
    }
    agent.destroy();
  }

  private send(agent: Agent, { key }: Customer, method: 'GET' | 'POST', name: string): Promise<Outcome> {
    const body = method === 'POST' ? JSON.stringify({ name }) : '';
    const headers: IncomingHttpHeaders = { authorization: `Bearer ${key}` };
    if (method === 'POST') Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': name });
    const path = method === 'POST' ? '/v1/routing-profiles' : '/v1/routing-profiles?limit=1';
    const target = { port: this.port, host: '127.0.0.1', path, method, headers, agent };
    return new Promise((resolve) => {
      const sent = request(target, (response) => {
        response.resume().once('end', () => resolve({ method, name, status: response.statusCode ?? 0 }));
        response.once('error', ({ message }) => resolve({ method, name, status: message }));
      });
      sent.once('error', ({ message }) => resolve({ method, name, status: message }));
      sent.end(body);
    });
  }
}

const describeWithNginx = nginxProgram() ? describe : describe.skip;

describeWithNginx('a rolling restart behind nginx', () => {
  let setUp: TestApi;
  let customers: Customer[];
  let environment: Record<string, string>;
  let processes: ApiProcess[];
  let nginx: Nginx;

  beforeAll(async () => {
    environment = { ...(await testEnvironment()), DRAIN_SECONDS: '2' };
    setUp = await startApi(environment);
    customers = [];
    for (let made = 0; made < CUSTOMERS; made++) customers.push(await setUp.customers.make());
    processes = [await ApiProcess.start(environment), await ApiProcess.start(environment)];
    nginx = await Nginx.start(processes.map(({ url }) => Number(new URL(url).port)));
    // Three processes start one after the other, which takes half a minute on a machine with far more work than cores.
  });
  afterAll(async () => {
    await nginx.stop();
    for (const each of processes) await each.kill('SIGTERM');
    await setUp.stop();
  });

  async function namesOf(customer: Customer): Promise<string[]> {
    const found: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await setUp.get(`/v1/routing-profiles?limit=100${cursor}`, customer);
      found.push(...itemsOf(page).map(({ name }) => String(name)));
      const { next_cursor: next } = page.body.data as { next_cursor: string | null };
      if (!next) return found;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
  }

  it('answers every request successfully and executes every POST exactly once', async () => {
    const load = new Load(nginx.port, customers);
    await pause(LOAD_BEFORE_RESTARTS_MS);
    for (const [index, process] of processes.entries()) {
      expect(await process.kill('SIGTERM')).toBe(0);
      processes[index] = await ApiProcess.start(environment, Number(new URL(process.url).port));
      await pause(FAIL_TIMEOUT_PASSED_MS);
    }
    await load.stop();
    const log = nginx.log.split('\n').filter((line) => !REFUSED.test(line));
    const unexpected = log.filter((line) => !RESET.test(line));
    expect({ failures: load.failures, unexpected }).toEqual({ failures: [], unexpected: [] });
    expect(log.length).toBeLessThanOrEqual(2 * processes.length);
    const posted = load.outcomes.filter(({ method }) => method === 'POST').map(({ name }) => name);
    const created = (await Promise.all(customers.map(namesOf))).flat();
    expect(created.sort()).toEqual(posted.sort());
  });

  describe('with a server that resets each connection once it has read a request', () => {
    let resetting: Server;
    let reads: number;
    let beside: Nginx;
    let customer: Customer;

    beforeAll(async () => {
      resetting = createServer((socket) => {
        socket.once('data', () => {
          reads++;
          socket.resetAndDestroy();
        });
      });
      await new Promise<void>((resolve) => resetting.listen(0, '127.0.0.1', resolve));
      customer = await setUp.customers.make();
      const ports = [(resetting.address() as AddressInfo).port, Number(new URL(setUp.url).port)];
      beside = await Nginx.start(ports);
    });
    afterAll(async () => {
      await beside.stop();
      await new Promise((resolve) => resetting.close(resolve));
    });

    /** Sends POST requests until that server has read one. Resolves with the name and status of each. */
    async function post(path: string, prefix: string, hasKey: boolean): Promise<[string, number][]> {
      await pause(FAIL_TIMEOUT_PASSED_MS);
      reads = 0;
      const outcomes: [string, number][] = [];
      while (reads === 0 && outcomes.length < ATTEMPTS_MAX) {
        const name = `${prefix}-${outcomes.length}`;
        const response = await fetch(`${beside.url}${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${customer.key}`,
            'content-type': 'application/json',
            ...(hasKey && { 'idempotency-key': name }),
          },
          body: JSON.stringify({ name }),
        });
        outcomes.push([name, response.status]);
      }
      expect(reads).toBe(1);
      return outcomes;
    }

    it('repeats a POST request that carries an Idempotency-Key', async () => {
      const outcomes = await post('/v1/routing-profiles', 'with-key', true);
      expect(outcomes.map(([, status]) => status)).toEqual(outcomes.map(() => 201));
      expect((await namesOf(customer)).sort()).toEqual(outcomes.map(([name]) => name).sort());
    });

    it('does not repeat one without', async () => {
      const outcomes = await post('/v1/routing-profiles', 'without-key', false);
      const failed = outcomes.pop();
      expect(failed?.[1]).toBe(502);
      expect(outcomes.map(([, status]) => status)).toEqual(outcomes.map(() => 201));
      const created = (await namesOf(customer)).filter((name) => name.startsWith('without-key'));
      expect(created.sort()).toEqual(outcomes.map(([name]) => name).sort());
    });

    it('does not repeat one whose key the API ignores', async () => {
      const outcomes = await post('/v1/auth/login', 'sign-in', true);
      expect(outcomes.pop()?.[1]).toBe(502);
      expect(outcomes.map(([, status]) => status)).toEqual(outcomes.map(() => 422));
    });

    it('knows every path where the API ignores the key and the request has an effect', () => {
      const { paths } = describeApi({ api: '/', operator: '/' }).api;
      const ignored = Object.entries(paths).filter(
        ([, { post: operation }]) => operation && !JSON.stringify(operation).includes('parameters/IdempotencyKey'),
      );
      const unknown = ignored.map(([path]) => path).filter((path) => !KEY_IGNORED.test(path));
      expect([ignored.length > 1, unknown]).toEqual([
        true,
        ['/v1/sip-trunks/{id}/simulate', '/v1/routing-profiles/{id}/simulate', '/v1/sms/preview'],
      ]);
    });
  });
});
