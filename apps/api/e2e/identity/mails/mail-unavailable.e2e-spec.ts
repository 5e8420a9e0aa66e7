import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { once } from 'node:events';
import { startApi, type TestApi } from '../../support';

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
