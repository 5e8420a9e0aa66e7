import { once } from 'node:events';
import net from 'node:net';

/** An address that leads new connections to one of two servers, as a virtual address does. It cuts no connection. */
export class SwitchedAddress {
  private readonly sockets = new Set<net.Socket>();

  private constructor(
    private readonly server: net.Server,
    private target: number,
  ) {}

  static async open(target: number): Promise<SwitchedAddress> {
    const server = net.createServer();
    const address = new SwitchedAddress(server, target);
    server.on('connection', (client) => address.relay(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return address;
  }

  get port(): number {
    return (this.server.address() as net.AddressInfo).port;
  }

  leadTo(port: number): void {
    this.target = port;
  }

  async close(): Promise<void> {
    this.sockets.forEach((socket) => socket.destroy());
    this.server.close();
    await once(this.server, 'close');
  }

  private relay(client: net.Socket): void {
    const server = net.connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}
