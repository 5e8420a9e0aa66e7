import { randomInt } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

const HEADER_LENGTH = 12;
const SOURCE_AT = 8;
const TYPE_MASK = 0x7f;
const VERSION_MASK = 0xc0;
const VERSION_2 = 0x80;
const PORT_STEP = 2;
const ATTEMPTS = 50;

/** Returns the packets that arrive at an RTP port to where the first one came from, under a source of its own (RFC 3550). */
export class RtpEcho {
  private peer: RemoteInfo | undefined;
  private readonly source = randomInt(1, 2 ** 32);
  private keyTypes: ReadonlySet<number> = new Set();
  private count = 0;

  private constructor(private readonly socket: Socket) {
    socket.on('message', (packet: Buffer, from: RemoteInfo) => this.receive(packet, from));
    // ICMP reports a peer that no longer listens. The call ends by SIP.
    socket.on('error', () => undefined);
  }

  /** Opens an even port of the range. Rejects if none is free. */
  static async open(host: string, range: PortRange): Promise<RtpEcho> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return new RtpEcho(await bound(host, evenPortOf(range)));
      } catch (error) {
        const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
        if (!isTaken || attempt === ATTEMPTS) throw error;
      }
    }
  }

  get port(): number {
    return this.socket.address().port;
  }

  get packets(): number {
    return this.count;
  }

  /** Payload types that are keys: these are not returned. */
  ignore(keyTypes: ReadonlySet<number>): void {
    this.keyTypes = keyTypes;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.socket.close(() => resolve()));
  }

  private receive(packet: Buffer, from: RemoteInfo): void {
    if (!isRtp(packet)) return;
    this.peer ??= from;
    // Another sender must not have the echo send to the first one.
    const isPeer = this.peer.address === from.address && this.peer.port === from.port;
    if (!isPeer || this.keyTypes.has(packet.readUInt8(1) & TYPE_MASK)) return;
    const returned = Buffer.from(packet);
    returned.writeUInt32BE(this.source, SOURCE_AT);
    this.count += 1;
    this.socket.send(returned, from.port, from.address, () => undefined);
  }
}

const isRtp = (packet: Buffer): boolean =>
  packet.length >= HEADER_LENGTH && (packet.readUInt8(0) & VERSION_MASK) === VERSION_2;

function evenPortOf({ first, last }: PortRange): number {
  const lowest = first + (first % PORT_STEP);
  const steps = Math.floor((last - lowest) / PORT_STEP) + 1;
  return lowest + PORT_STEP * randomInt(0, Math.max(steps, 1));
}

function bound(host: string, port: number): Promise<Socket> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind(port, host, () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}
