import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { parseMessage, type SipMessage } from './message';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface TransportEvents {
  readonly onMessage: (message: SipMessage, from: Address) => void;
  /** A datagram that is no SIP message. */
  readonly onMalformed: () => void;
  readonly onError: (error: Error) => void;
}

/** Keep-alives are datagrams of line breaks (RFC 5626 section 3.5.1). */
const isKeepAlive = (data: Buffer): boolean => data.every((byte) => byte === 0x0d || byte === 0x0a || byte === 0);

/** SIP over a UDP socket. */
export class Transport {
  private socket: Socket | undefined;

  constructor(private readonly isTrusted: (from: Address) => boolean) {}

  /** Where this side receives messages. */
  get local(): Address {
    const { address, port } = this.bound().address();
    return { host: address, port };
  }

  /** Port 0 selects a free one. Rejects if the port is in use. */
  async open({ host, port }: Address, { onMessage, onMalformed, onError }: TransportEvents): Promise<void> {
    const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: RECEIVE_BUFFER });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(port, host, () => {
        socket.off('error', reject);
        resolve();
      });
    });
    socket.on('error', onError);
    socket.on('message', (data: Buffer, { address, port: sender }: RemoteInfo) => {
      const from = { host: address, port: sender };
      if (isKeepAlive(data) || !this.isTrusted(from)) return;
      const message = parseMessage(data);
      if (message) onMessage(message, from);
      else onMalformed();
    });
    this.socket = socket;
  }

  send(text: string, { host, port }: Address): void {
    // A datagram that cannot be sent counts as lost: its transaction retransmits it.
    this.socket?.send(text, port, host, () => undefined);
  }

  async close(): Promise<void> {
    const { socket } = this;
    this.socket = undefined;
    if (socket) await new Promise<void>((resolve) => socket.close(() => resolve()));
  }

  private bound(): Socket {
    if (!this.socket) throw new Error('The SIP socket is not open.');
    return this.socket;
  }
}

/** Room for the responses to probes that arrive at once. The kernel may grant less. */
const RECEIVE_BUFFER = 4 * 1024 * 1024;
