import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A receiver of webhooks on loopback. */
export class Receiver {
  readonly received: Received[] = [];
  /** Requests that have no response yet. */
  open = 0;
  openMax = 0;
  answer: Answer = (_, response) => void response.writeHead(204).end();
  private readonly server = createServer((request, response) => void this.serve(request, response));

  static async start(answer?: Answer): Promise<Receiver> {
    const receiver = new Receiver();
    if (answer) receiver.answer = answer;
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  get eventIds(): string[] {
    return this.received.map(({ headers }) => String(headers['x-svc-event-id']));
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open += 1;
    this.openMax = Math.max(this.openMax, this.open);
    response.on('close', () => (this.open -= 1));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
    this.answer(request, response);
  }
}
