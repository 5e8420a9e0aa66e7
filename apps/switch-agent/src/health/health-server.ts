import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '@trunkline/platform/process';

const OK = 200;
const NOT_FOUND = 404;
const UNAVAILABLE = 503;

/** What `GET /health` shows. See docs/switch.md#health. */
export interface AgentHealth {
  /** Kamailio and the API can both be reached. */
  readonly ok: boolean;
  readonly [member: string]: unknown;
}

/** Serves the agent's health and metrics on loopback. */
export class HealthServer {
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch(() => response.writeHead(UNAVAILABLE).end());
  });

  constructor(
    private readonly metrics: Metrics,
    private readonly health: () => Promise<AgentHealth>,
  ) {}

  get port(): number {
    return (this.server.address() as AddressInfo | null)?.port ?? 0;
  }

  /** Port 0 selects a free one. Rejects if the port is in use. */
  listen(port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
  }

  close(): Promise<void> {
    if (!this.server.listening) return Promise.resolve();
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async serve({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: object) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
        .end(JSON.stringify(body));
    const health = async () => {
      const report = await this.health();
      send(report.ok ? OK : UNAVAILABLE, report);
    };
    switch (url.split('?')[0]) {
      case '/health/live':
        send(OK, { ok: true });
        break;
      case '/health/ready':
      case '/health':
        await health();
        break;
      case '/metrics':
        response.writeHead(OK, { 'Content-Type': this.metrics.contentType }).end(await this.metrics.text());
        break;
      default:
        send(NOT_FOUND, { ok: false });
    }
  }
}
