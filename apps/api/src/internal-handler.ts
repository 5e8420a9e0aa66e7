import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '@trunkline/platform';
import { hasOneHost } from './http/guard/request-host';
import { markInternal } from './http/guard/internal-paths';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves the internal listener. Switches bypass the framework, because calls wait for the response; operators pass the
 * same edge as customers. Health is served as on the public listener, which a process may lack.
 */
export function createInternalHandler(switches: Handler, edge: Handler, metrics: Metrics): Handler {
  return (request, response) => {
    const path = request.url ?? '/';
    if (!isHealthPath(path)) markInternal(request);
    // The edge rejects it, whatever its path.
    if (!hasOneHost(request)) edge(request, response);
    else if (path.startsWith('/switch/')) switches(request, response);
    else if (path === '/metrics') void sendMetrics(metrics, response);
    else edge(request, response);
  };
}

/** Serves `/metrics` alone, for a process without the internal listener. */
export function createMetricsHandler(metrics: Metrics): Handler {
  return ({ url }, response) => {
    if (url === '/metrics') void sendMetrics(metrics, response);
    else response.writeHead(404).end();
  };
}

function isHealthPath(path: string): boolean {
  return /^\/health(?:[/?]|$)/.test(path);
}

async function sendMetrics(metrics: Metrics, response: ServerResponse): Promise<void> {
  try {
    const text = await metrics.text();
    response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
  } catch {
    response.writeHead(503).end();
  }
}
