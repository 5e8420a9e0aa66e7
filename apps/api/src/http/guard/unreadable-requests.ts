import { randomUUID } from 'node:crypto';
import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { EdgeErrors } from '../answers/edge-errors';

const BYTES_PER_KIB = 1024;
/** Raised for a request line and headers that together exceed the limit of Node. */
const TOO_LARGE = 'HPE_HEADER_OVERFLOW';
/** Raised for a request that takes too long to arrive. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';
/** How long the rest of the request is read: a client that still sends when its connection closes loses the answer. */
const LINGER_MS = 1000;

/**
 * Answers requests that Node cannot read, and so never reach the application, with 400 in the error envelope, then closes
 * their connections. Node itself answers without a body. Returns the server.
 */
export function answerUnreadable(server: Server): Server {
  const latest = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet<Socket>();
  server.prependListener('request', ({ socket }: IncomingMessage, response) => void latest.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Each further part of the request is an error, too.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (!socket.writable || awaitsAnswer(latest.get(socket))) return void socket.destroy();
    socket.end(answerTo(error));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
  return server;
}

/** True while another request is answered: the client would take this answer for a part of that one, or for it. */
function awaitsAnswer(response: ServerResponse | undefined): boolean {
  if (!response || response.writableFinished) return false;
  return response.headersSent || response.req.complete;
}

function answerTo({ code }: NodeJS.ErrnoException): string {
  if (code === TOO_SLOW) return 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
  const { code: name, message } = code === TOO_LARGE ? tooLarge() : EdgeErrors.malformed_request();
  const body = JSON.stringify({ ok: false, error: { code: name, message } });
  return [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function tooLarge() {
  const limit = Math.floor(maxHeaderSize / BYTES_PER_KIB);
  return EdgeErrors.malformed_request({ message: `The URL and the headers are larger than ${limit} KiB together.` });
}
