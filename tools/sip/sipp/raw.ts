import { createSocket, type Socket } from 'node:dgram';
import type { Address } from './phone';

/** Sends SIP messages as they are, right or wrong, and keeps what comes back. */
export class RawSender {
  readonly received: string[] = [];

  private constructor(
    private readonly socket: Socket,
    readonly address: Address,
  ) {
    socket.on('message', (data) => this.received.push(data.toString()));
  }

  static async open(host: string, port: number): Promise<RawSender> {
    const socket = createSocket('udp4');
    await new Promise<void>((bound, failed) => {
      socket.once('error', failed);
      socket.bind(port, host, bound);
    });
    return new RawSender(socket, { host, port });
  }

  send(message: string | Buffer, { host, port }: Address): Promise<void> {
    return new Promise((sent, failed) => {
      this.socket.send(message, port, host, (error) => {
        if (error) failed(error);
        else sent();
      });
    });
  }

  /** Returns the codes of the responses, in order. */
  codes(): number[] {
    return this.received.flatMap((text) => {
      const code = /^SIP\/2\.0 (\d{3})/.exec(text)?.[1];
      return code ? [Number(code)] : [];
    });
  }

  close(): void {
    this.socket.close();
  }
}

export interface RawRequest {
  readonly method: string;
  readonly uri: string;
  readonly from: Address;
  readonly callId?: string;
  readonly fromHeader?: string;
  readonly toHeader?: string;
  /** More headers. */
  readonly headers?: readonly string[];
}

let requests = 0;

/** Returns a request with all headers that one must have. */
export function rawRequest({ method, uri, from, headers = [], ...given }: RawRequest): string {
  requests += 1;
  const { host, port } = from;
  const id = `${process.pid}-${requests}`;
  return [
    `${method} ${uri} SIP/2.0`,
    `Via: SIP/2.0/UDP ${host}:${port};branch=z9hG4bK-${id};rport`,
    `From: ${given.fromHeader ?? `<sip:guest@${host}>;tag=${id}`}`,
    `To: ${given.toHeader ?? `<${uri}>`}`,
    `Call-ID: ${given.callId ?? `raw-${id}@${host}`}`,
    `CSeq: 1 ${method}`,
    `Contact: <sip:guest@${host}:${port}>`,
    'Max-Forwards: 70',
    ...headers,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}
