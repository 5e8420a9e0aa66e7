// Shared by the floors: bare Node http and pg, with the plan that the bench passes.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const POOL_SIZE = 20;
const STDIN = 0;
const { DATABASE_URL: connectionString } = process.env;

/** Returns the plan, which the bench writes to the standard input. */
export const planOf = <T>(): T => JSON.parse(readFileSync(STDIN, 'utf8')) as T;

export const pool = new pg.Pool({ connectionString, max: POOL_SIZE, options: '-c role=trunkline_app' });

/** Listens on a free port and prints it. */
export function serve(answer: (request: IncomingMessage) => Promise<[number, object]>): void {
  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => send(response, status, body),
      (error: unknown) => send(response, 500, { ok: false, error: String(error) }),
    );
  }).listen(0, '127.0.0.1', () => process.stdout.write(String((server.address() as AddressInfo).port)));
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}
