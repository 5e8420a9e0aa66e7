import type { IncomingMessage, ServerResponse } from 'node:http';
import { register } from 'prom-client';
import { markInternal } from './internal-paths';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The internal listener (contract, sections 20 to 22). Switches are answered before any framework is asked, because
 * calls wait for them; operators pass the same edge as customers.
 */
export function createInternalHandler(switches: Handler, edge: Handler): Handler {
  return (request, response) => {
    const path = request.url ?? '/';
    markInternal(request);
    if (path.startsWith('/switch/')) switches(request, response);
    else if (path === '/metrics') void sendMetrics(response);
    else edge(request, response);
  };
}

async function sendMetrics(response: ServerResponse): Promise<void> {
  const text = await register.metrics();
  response.writeHead(200, { 'Content-Type': register.contentType }).end(text);
}
