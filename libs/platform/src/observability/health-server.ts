import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics';

const OK = 200;
const NOT_FOUND = 404;
const UNAVAILABLE = 503;
const PROBE_TIMEOUT_MS = 2000;

export interface HealthReport {
  /** The process can do its work. */
  readonly ok: boolean;
  readonly [member: string]: unknown;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Serves health and metrics of a process without an API: `/health`, `/health/ready`, `/health/live` and `/metrics`. */
export class HealthServer {
  private readonly server = createServer((request, response) => void this.serve(request, response));

  constructor(
    private readonly metrics: Metrics,
    private readonly health: () => Promise<HealthReport>,
  ) {}

  get port(): number {
    return (this.server.address() as AddressInfo | null)?.port ?? 0;
  }

  /** Listens on the port; 0 selects a free one. Rejects if the port is in use. */
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

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, type, body } = await this.answer((request.url ?? '').split('?')[0] ?? '');
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
  }

  private async answer(path: string): Promise<Answer> {
    switch (path) {
      case '/health/live':
        return json(OK, { ok: true });
      case '/health':
      case '/health/ready': {
        const report = await within(PROBE_TIMEOUT_MS, this.health());
        return json(report.ok ? OK : UNAVAILABLE, report);
      }
      case '/metrics':
        return { status: OK, type: this.metrics.contentType, body: await this.metrics.text() };
      default:
        return json(NOT_FOUND, { ok: false });
    }
  }
}

function json(status: number, body: object): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

/** Returns that nothing is well for a probe that fails or takes too long. */
async function within(ms: number, probe: Promise<HealthReport>): Promise<HealthReport> {
  let timer: NodeJS.Timeout | undefined;
  const unwell = { ok: false };
  const late = new Promise<HealthReport>((resolve) => (timer = setTimeout(() => resolve(unwell), ms)));
  const checked = probe.catch(() => unwell);
  return Promise.race([checked, late]).finally(() => clearTimeout(timer));
}
