import { createSocket, type Socket } from 'node:dgram';
import * as v from 'valibot';
import type { Address } from '../sip/transport';

/** Kamailio refused a request; `code` is that of JSON-RPC, or null if no answer arrived. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    message: string,
    readonly code: number | null,
  ) {
    super(message);
  }
}

type Parameter = string | number;

interface Waiting {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: RpcError) => void;
  readonly timer: NodeJS.Timeout;
}

const answer = v.object({
  id: v.union([v.number(), v.string()]),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
});

const TIMEOUT_MS = 3000;

/** JSON-RPC 2.0 to Kamailio's module jsonrpcs over UDP on loopback. Answers are matched by id. */
export class RpcClient {
  private socket: Socket | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(
    private readonly server: Address,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  async open(host: string): Promise<void> {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(0, host, () => {
        socket.off('error', reject);
        resolve();
      });
    });
    // While Kamailio is down, each datagram may be refused. Its request times out.
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer, { address, port }) => {
      if (address === this.server.host && port === this.server.port) this.receive(data.toString('utf8'));
    });
    this.socket = socket;
  }

  /** Returns the result. Throws RpcError if Kamailio refuses the request or does not answer in time. */
  call(method: string, params: readonly Parameter[] = []): Promise<unknown> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new RpcError(`${method} was not answered`, null));
      }, this.timeoutMs);
      this.waiting.set(id, { method, resolve, reject, timer });
      this.socket?.send(
        JSON.stringify({ jsonrpc: '2.0', method, params, id }),
        this.server.port,
        this.server.host,
        () => undefined,
      );
    });
  }

  async close(): Promise<void> {
    const { socket } = this;
    this.socket = undefined;
    for (const { timer, reject, method } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new RpcError(`${method} was given up`, null));
    }
    this.waiting.clear();
    if (socket) await new Promise<void>((resolve) => socket.close(() => resolve()));
  }

  private receive(text: string): void {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answer), text);
    if (!parsed.success) return;
    const id = Number(parsed.output.id);
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    const { error, result } = parsed.output;
    if (error) waiting.reject(new RpcError(`${waiting.method}: ${error.message}`, error.code));
    else waiting.resolve(result);
  }
}
