import { once } from 'node:events';
import net from 'node:net';
import { disconnected, eventually } from '../testing/index';
import { assertWritable, openRedis } from './open-redis';

/** A server that speaks RESP3, is both Sentinel and master, and that answers requests for the master only on demand. */
class FakeSentinel {
  /** Questions for the master that have no answer yet. */
  readonly questions: (() => void)[] = [];
  isSlow = false;
  private readonly sockets = new Set<net.Socket>();
  private readonly subscribers = new Set<net.Socket>();
  private readonly writers = new Set<net.Socket>();

  private constructor(private readonly server: net.Server) {}

  static async start(): Promise<FakeSentinel> {
    const server = net.createServer();
    const sentinel = new FakeSentinel(server);
    server.on('connection', (socket) => sentinel.serve(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return sentinel;
  }

  get port(): string {
    return String((this.server.address() as net.AddressInfo).port);
  }

  /** Announces another master. Resolves once the clients have heard it: they close the connections that listened. */
  async announce(): Promise<void> {
    const heard = [...this.subscribers].map((socket) => once(socket, 'close'));
    for (const socket of this.subscribers) socket.write('>3\r\n$7\r\nmessage\r\n$14\r\n+switch-master\r\n$1\r\nx\r\n');
    await Promise.all(heard);
  }

  /** Closes the connections that write, as a Sentinel does with those to a demoted master. */
  closeWriters(): void {
    this.writers.forEach((socket) => socket.destroy());
  }

  async stop(): Promise<void> {
    this.sockets.forEach((socket) => socket.destroy());
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(socket: net.Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      for (const command of data.toString().split(/(?=\*\d+\r\n)/)) this.answer(socket, command.toLowerCase());
    });
  }

  private answer(socket: net.Socket, command: string): void {
    const { port } = this;
    const name = () => socket.write(`*2\r\n$9\r\n127.0.0.1\r\n$${String(port.length)}\r\n${port}\r\n`);
    if (command.includes('get-master-addr-by-name')) {
      if (this.isSlow) this.questions.push(name);
      else name();
    } else if (command.includes('subscribe')) {
      this.subscribers.add(socket);
      socket.write('>3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n');
    } else if (command.includes('sentinels')) socket.write('*0\r\n');
    else if (command.includes('info')) socket.write('$11\r\nrole:master\r\n');
    else {
      if (command.includes('trunkline:writable')) this.writers.add(socket);
      socket.write('+OK\r\n');
    }
  }
}

describe('a connection by Sentinels', () => {
  let sentinel: FakeSentinel;

  beforeEach(async () => {
    sentinel = await FakeSentinel.start();
  });
  afterEach(() => sentinel.stop());
  afterAll(disconnected);

  const connected = async () => {
    const client = openRedis(`redis+sentinel://127.0.0.1:${sentinel.port}/main`, { enableOfflineQueue: false });
    client.on('error', () => undefined);
    await eventually(() => assertWritable(client));
    return client;
  };

  it.each(['itself', 'its duplicate'])(
    'survives a failover that is announced while %s asks for the master',
    async (which) => {
      const first = await connected();
      const client = which === 'itself' ? first : first.duplicate();
      client.on('error', () => undefined);
      await eventually(() => assertWritable(client));
      sentinel.isSlow = true;
      sentinel.closeWriters();
      await eventually(() => expect(sentinel.questions).toHaveLength(which === 'itself' ? 1 : 2));
      const ended = new Promise((resolve) => client.once('end', resolve));
      await sentinel.announce();
      sentinel.isSlow = false;
      sentinel.questions.forEach((name) => name());
      await ended;
      await eventually(() => assertWritable(client));
      client.disconnect();
      first.disconnect();
    },
  );

  it('stays closed after a disconnect while it asks for the master', async () => {
    const client = await connected();
    sentinel.isSlow = true;
    client.disconnect(true);
    await eventually(() => expect(sentinel.questions).toHaveLength(1));
    const ended = new Promise((resolve) => client.once('end', resolve));
    client.disconnect();
    sentinel.isSlow = false;
    sentinel.questions.forEach((name) => name());
    await ended;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(client.status).toBe('end');
  });
});
