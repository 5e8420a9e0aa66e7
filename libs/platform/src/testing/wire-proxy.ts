import { once } from 'node:events';
import net from 'node:net';

/** After this long without traffic, the work that a request left behind is over: notifications and late writes. */
const QUIET_MS = 40;
const LENGTH_BYTES = 4;

/** The statements that a client sent before it waited for a response. */
export type RoundTrip = readonly string[];

/**
 * Relays connections to PostgreSQL and records their round trips: a statement begins a new one if the server has answered
 * since the previous statement of its connection. Statements that a client pipelines share a round trip; BEGIN and COMMIT
 * count as any other.
 */
export class WireProxy {
  private readonly sockets = new Set<net.Socket>();
  private trips: string[][] = [];
  private lastTrafficAt = 0;

  private constructor(
    private readonly server: net.Server,
    private readonly databaseUrl: string,
  ) {}

  static async start(databaseUrl: string): Promise<WireProxy> {
    const server = net.createServer();
    const proxy = new WireProxy(server, databaseUrl);
    server.on('connection', (client) => proxy.relay(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** URL of the database through the proxy. */
  get url(): string {
    const { port } = this.server.address() as net.AddressInfo;
    return Object.assign(new URL(this.databaseUrl), { host: `127.0.0.1:${String(port)}` }).toString();
  }

  /** Returns the round trips of `work` on all connections, including those that it leaves behind. */
  async during(work: () => Promise<unknown>): Promise<RoundTrip[]> {
    this.trips = [];
    await work();
    this.lastTrafficAt = Date.now();
    while (Date.now() - this.lastTrafficAt < QUIET_MS) await new Promise((next) => setTimeout(next, QUIET_MS / 4));
    return this.trips.splice(0);
  }

  /** Returns the round trips that all connections make in this time by themselves. */
  async within(ms: number): Promise<RoundTrip[]> {
    this.trips = [];
    await new Promise((next) => setTimeout(next, ms));
    return this.trips.splice(0);
  }

  async stop(): Promise<void> {
    this.sockets.forEach((socket) => socket.destroy());
    this.server.close();
    await once(this.server, 'close');
  }

  private relay(client: net.Socket): void {
    const { hostname, port } = new URL(this.databaseUrl);
    const server = net.connect(Number(port), hostname);
    const statements = new StatementReader();
    const responses = new MessageReader(false);
    let current: string[] | null = null;
    this.join(client, server, (bytes) => {
      for (const text of statements.read(bytes)) {
        if (current === null) this.trips.push((current = []));
        current.push(text);
      }
    });
    this.join(server, client, (bytes) => {
      // ReadyForQuery.
      if (responses.read(bytes).some(({ type }) => type === 'Z')) current = null;
    });
  }

  private join(from: net.Socket, to: net.Socket, look: (bytes: Buffer) => void): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes: Buffer) => {
      this.lastTrafficAt = Date.now();
      look(bytes);
      to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }
}

interface Message {
  readonly type: string;
  readonly body: Buffer;
}

/** Splits a stream into messages. The first message of a client has no type. */
class MessageReader {
  private rest = Buffer.alloc(0);

  constructor(private isUntyped: boolean) {}

  read(bytes: Buffer): Message[] {
    this.rest = Buffer.concat([this.rest, bytes]);
    const messages: Message[] = [];
    for (;;) {
      const at = this.isUntyped ? 0 : 1;
      if (this.rest.length < at + LENGTH_BYTES) return messages;
      const end = at + this.rest.readInt32BE(at);
      if (this.rest.length < end) return messages;
      const type = this.isUntyped ? '' : String.fromCharCode(this.rest[0] ?? 0);
      messages.push({ type, body: this.rest.subarray(at + LENGTH_BYTES, end) });
      this.rest = this.rest.subarray(end);
      this.isUntyped = false;
    }
  }
}

/** Reads the texts of the statements that a client executes. */
class StatementReader {
  private readonly messages = new MessageReader(true);
  private readonly prepared = new Map<string, string>();
  private bound = '';

  read(bytes: Buffer): string[] {
    return this.messages.read(bytes).flatMap(({ type, body }) => {
      if (type === 'Q') return [textsOf(body)[0] ?? ''];
      const [first = '', second = ''] = type === 'P' || type === 'B' ? textsOf(body) : [];
      if (type === 'P') this.prepared.set(first, second);
      if (type === 'B') this.bound = this.prepared.get(second) ?? second;
      return type === 'S' ? [this.bound] : [];
    });
  }
}

/** Returns the first two zero-terminated texts of a message. */
function textsOf(body: Buffer): string[] {
  const first = body.indexOf(0);
  return [body.toString('utf8', 0, first), body.toString('utf8', first + 1, body.indexOf(0, first + 1))];
}
