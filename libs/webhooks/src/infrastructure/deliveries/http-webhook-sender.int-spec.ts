import { type AddressInfo, createServer, type Socket } from 'node:net';
import { AddressGuard } from '@trunkline/platform';
import { SMTPServer } from 'smtp-server';
import type { WebhookRequest } from '../../application/deliveries/ports';
import { Receiver } from '../../testing/receiver';
import { HttpWebhookSender } from './http-webhook-sender';

const TIMEOUT_MS = 400;
const OPEN = { ALLOW_PRIVATE_WEBHOOKS: true, WEBHOOK_PORTS: [443] };
const MB = 1_048_576;

const request: WebhookRequest = {
  payload: { id: 'evt_1', type: 'number.released', createdAt: new Date(0), data: {}, isTest: false },
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq'],
  attempt: 1,
};

class ShortTimeoutSender extends HttpWebhookSender {
  protected override readonly timeoutMs = TIMEOUT_MS;
}

/** Resolves names as the test says. */
class ScriptedGuard extends AddressGuard {
  constructor(private readonly addresses: () => string[]) {
    super();
  }

  protected override resolve(): Promise<string[]> {
    return Promise.resolve(this.addresses());
  }
}

/** Lets every URL pass, so that only the socket's own check is left. */
class PermissiveGuard extends ScriptedGuard {
  override judgeUrl() {
    return Promise.resolve({ isAllowed: true, address: null } as const);
  }
}

describe('HttpWebhookSender', () => {
  const ends: (() => unknown)[] = [];
  const sender = new ShortTimeoutSender(new AddressGuard(), OPEN);
  /** For receivers that respond: a slow machine must not look like a slow receiver. */
  const defaultSender = new HttpWebhookSender(new AddressGuard(), OPEN);

  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  /** A server that treats each connection as given. Returns its port and the number of connections. */
  const hostile = async (treat: (socket: Socket) => unknown) => {
    const server = createServer();
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      treat(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => {
      sockets.forEach((socket) => socket.destroy());
      return new Promise<void>((resolve) => server.close(() => resolve()));
    });
    const { port } = server.address() as AddressInfo;
    return { port, url: `http://127.0.0.1:${port}/`, sockets };
  };
  const dripping =
    (text: string, beginning = '') =>
    (socket: Socket) => {
      socket.write(beginning);
      const timer = setInterval(() => socket.write(text), 20);
      socket.on('close', () => clearInterval(timer));
    };
  const timed = async (url: string) => {
    const begun = performance.now();
    const result = await sender.send(url, request);
    return { ...result, ms: performance.now() - begun };
  };

  it.each([
    ['says nothing', () => undefined],
    ['drips a status line', dripping('K', 'HTTP/1.1 200 O')],
    ['drips headers', dripping('X-A: b\r\n', 'HTTP/1.1 200 OK\r\n')],
    ['sends 100 Continue without end', dripping('HTTP/1.1 100 Continue\r\n\r\n')],
    ['sends early hints without end', dripping('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n')],
  ])('gives up on a receiver that %s', async (_name, treat) => {
    const { url } = await hostile(treat);
    const { statusCode, ms } = await timed(url);
    expect(statusCode).toBeNull();
    expect(ms).toBeLessThan(20 * TIMEOUT_MS);
  });

  it.each([
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
    ['closes the connection', (socket: Socket) => socket.end()],
    ['resets after the request', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['speaks another protocol', (socket: Socket) => socket.end('220 mail.example.com ESMTP\r\n')],
    ['sends 1 MB of headers', (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(MB)}\r\n\r\n`)],
  ])('fails for a receiver that %s', async (_name, treat) => {
    const { url } = await hostile(treat);
    expect(await sender.send(url, request)).toMatchObject({ statusCode: null, error: expect.any(String) as string });
  });

  it('takes a switch of protocols for a failure', async () => {
    const { url } = await hostile((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    expect((await sender.send(url, request)).statusCode).not.toBe(200);
  });

  it('takes a status that arrived in time, although the body drips', async () => {
    const { url } = await hostile((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      dripping('1\r\nx\r\n')(socket);
    });
    const { statusCode, responseExcerpt, ms } = await timed(url);
    expect([statusCode, responseExcerpt]).toEqual([200, expect.stringMatching(/^x+$/)]);
    expect(ms).toBeLessThan(20 * TIMEOUT_MS);
  });

  it('reads 4 KiB of 1 GB, with flat memory', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const { url, sockets } = await hostile((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${1024 * MB}\r\n\r\n`);
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', pour);
      pour();
    });
    const round = () => Promise.all(Array.from({ length: 10 }, () => defaultSender.send(url, request)));
    await round();
    const before = process.memoryUsage().rss;
    for (let n = 0; n < 10; n++)
      for (const { statusCode, responseExcerpt } of await round())
        expect([statusCode, responseExcerpt?.length]).toEqual([200, 1000]);
    expect((process.memoryUsage().rss - before) / MB).toBeLessThan(100);
    expect(sockets.size).toBe(110);
  });

  it('does not follow a redirect to a private address', async () => {
    const inner = await Receiver.start();
    const outer = await Receiver.start((_, response) => void response.writeHead(302, { location: inner.url }).end());
    ends.push(
      () => inner.close(),
      () => outer.close(),
    );
    expect(await defaultSender.send(outer.url, request)).toMatchObject({ statusCode: 302, error: null });
    expect(inner.received).toEqual([]);
  });

  it('does not trust a self-signed certificate', async () => {
    // Any TLS server will do: this one comes with a certificate of its own.
    const server = new SMTPServer({ secure: true, logger: false });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => new Promise<void>((resolve) => server.close(resolve)));
    const { port } = server.server.address() as AddressInfo;
    const result = await defaultSender.send(`https://127.0.0.1:${port}/`, request);
    expect(result).toMatchObject({ statusCode: null, error: expect.stringMatching(/CERT/) as string });
  });

  it('ignores proxy variables', async () => {
    const [proxy, receiver] = [await Receiver.start(), await Receiver.start()];
    ends.push(
      () => proxy.close(),
      () => receiver.close(),
    );
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY'];
    const before = process.env;
    ends.push(() => (process.env = before));
    const proxied = Object.fromEntries(names.map((name) => [name, proxy.url]));
    process.env = { ...before, ...proxied, NODE_USE_ENV_PROXY: '1' };
    expect((await defaultSender.send(receiver.url, request)).statusCode).toBe(204);
    expect([proxy.received.length, receiver.received.length]).toEqual([0, 1]);
  });

  it('reuses connections, and repeats a request on one that the receiver closed meanwhile', async () => {
    let served = 0;
    const { url, sockets } = await hostile((socket) => {
      socket.on('data', () => {
        served += 1;
        if (sockets.size === 1 && served === 3) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    for (let n = 0; n < 3; n++) expect((await defaultSender.send(url, request)).statusCode).toBe(204);
    expect(sockets.size).toBe(2);
  });

  describe('without private addresses', () => {
    const strict = (guard: AddressGuard, port: number) =>
      new ShortTimeoutSender(guard, { ALLOW_PRIVATE_WEBHOOKS: false, WEBHOOK_PORTS: [port] });

    it('connects to no private address, however it is written, and to no other port', async () => {
      const { port, sockets } = await hostile(() => undefined);
      for (const host of ['127.0.0.1', '2130706433', '0177.0.0.1', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]']) {
        const result = await strict(new AddressGuard(), port).send(`https://${host}:${port}/`, request);
        expect([host, result.error]).toEqual([host, expect.stringContaining('not public')]);
      }
      const other = await strict(new AddressGuard(), port + 1).send(`https://198.41.0.4:${port}/`, request);
      expect(other.error).toContain('must use port');
      expect(sockets.size).toBe(0);
    });

    it('connects to no private address that a name resolves to on the second look', async () => {
      const { port, sockets } = await hostile(() => undefined);
      const looks = [['198.41.0.4'], ['127.0.0.1']];
      const guard = new ScriptedGuard(() => looks.shift() ?? ['127.0.0.1']);
      const url = `https://rebinding.example.com:${port}/`;
      expect((await guard.judgeUrl(url, { allowPrivate: false, ports: [port] })).isAllowed).toBe(true);
      // Later, in another process.
      const later = new ScriptedGuard(() => looks.shift() ?? ['127.0.0.1']);
      expect((await strict(later, port).send(url, request)).error).toContain('not public');
      expect(sockets.size).toBe(0);
    });

    it('checks again at the socket', async () => {
      const { port, sockets } = await hostile(() => undefined);
      const guard = new PermissiveGuard(() => ['198.41.0.4', '127.0.0.1']);
      const { error } = await strict(guard, port).send(`https://mixed.example.com:${port}/`, request);
      expect(error).toContain('not public');
      expect(sockets.size).toBe(0);
    });
  });
});
