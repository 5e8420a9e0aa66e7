import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '@trunkline/platform';
import { type Headers, startApi, testEnvironment, type TestApi } from '../../support';

/** A mail server that accepts connections and never responds. */
async function silentServer(): Promise<{ port: number; connections: () => number; close: () => void }> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => sockets.push(socket.on('error', () => undefined))).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const close = () => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, connections: () => sockets.length, close };
}

describe('while the mail server does not respond', () => {
  let api: TestApi;
  let server: Awaited<ReturnType<typeof silentServer>>;
  beforeAll(async () => {
    server = await silentServer();
    api = await startApi({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
  });
  afterAll(async () => {
    await api.stop();
    server.close();
  });

  it('accepts sign-ups and queues their mail', async () => {
    const { status } = await api.post('/v1/auth/signup', {
      email: 'ada@example.com',
      password: 'correct horse battery staple',
      name: 'Ada Lovelace',
      country: 'GB',
    });
    expect(status).toBe(201);
    expect(await api.customers.verify('ada@example.com')).toContain('svc_sid=');
  });

  it('reports the service as degraded, without a connection per health request', async () => {
    const degraded = { ok: true, status: 'degraded', bindings: { db_catalog: true, send_email: false } };
    const before = server.connections();
    for (let asked = 0; asked < 20; asked++) {
      const { status, body } = await api.get('/health');
      expect({ status, body }).toMatchObject({ status: 200, body: degraded });
    }
    expect(server.connections() - before).toBeLessThanOrEqual(2);
    expect((await api.get('/health/ready')).status).toBe(200);
  });
});

describe('the health of mail', () => {
  const sendsMail = async (given: Headers, prepare: (api: TestApi) => Promise<unknown>): Promise<unknown> => {
    const api = await startApi(given);
    try {
      await prepare(api);
      return ((await api.get('/health')).body as unknown as { bindings: { send_email: boolean } }).bindings.send_email;
    } finally {
      await api.stop();
    }
  };
  const add = (api: TestApi, id: string, minutes: number, status: 'waiting' | 'sent') =>
    api.use(Database).query(
      `INSERT INTO platform.mails (id, account_id, key, status, letter_sealed, created_at, ended_at)
       VALUES ($1, 'acc_1', $1, $2, CASE WHEN $2 = 'waiting' THEN 'sealed' END, now() - make_interval(mins => $3),
         CASE WHEN $2 = 'sent' THEN now() END)`,
      [id, status, minutes],
    );

  it('is bad while mails wait although the server responds, and good for one that others overtake', async () => {
    expect(await sendsMail({}, (api) => add(api, 'late', 11, 'waiting'))).toBe(false);
    expect(await sendsMail({}, (api) => add(api, 'young', 9, 'waiting'))).toBe(true);
    const overtaken = async (api: TestApi) => {
      await add(api, 'late', 11, 'waiting');
      await add(api, 'later', 10, 'sent');
    };
    expect(await sendsMail({}, overtaken)).toBe(true);
  });

  it('is bad while nothing can be written to the folder, although its rights allow it', async () => {
    const environment = await testEnvironment();
    // Stands for a full disk: the check must write.
    mkdirSync(join(environment['DATA_DIR'] ?? '', 'mail', '.probe'), { recursive: true });
    expect(await sendsMail(environment, () => Promise.resolve())).toBe(false);
  });
});
