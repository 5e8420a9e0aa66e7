// The floor of the reads of numbers: bare Node http and pg, which run the application's own statement and nothing else.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { ReadPlan } from './floor';

const { DATABASE_URL: connectionString, FLOOR_PLAN: plan } = process.env;
if (!connectionString || !plan) throw new Error('A bench starts this.');

const POOL_SIZE = 20;
const reads = Object.entries(JSON.parse(plan) as ReadPlan);
const byPath = new Map(reads.map(([path, read], index) => [path, { ...read, name: `r${index}` }]));
const pool = new pg.Pool({ connectionString, max: POOL_SIZE, options: '-c role=trunkline_app' });

async function answer(path: string): Promise<[number, object]> {
  const read = byPath.get(path);
  if (!read) return [404, { ok: false }];
  const { text, values, plan: planned } = read.statement;
  const name = planned === 'once' ? read.name : undefined;
  const { rows } = await pool.query<object>({ name, text, values: [...values] });
  const data = read.rows === null ? rows[0] : { items: rows.slice(0, read.rows), next_cursor: null };
  return data ? [200, { ok: true, data }] : [404, { ok: false }];
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

const server = createServer((request, response) => {
  answer(request.url ?? '').then(
    ([status, body]) => send(response, status, body),
    (error: unknown) => send(response, 500, { ok: false, error: String(error) }),
  );
}).listen(0, '127.0.0.1', () => process.stdout.write(String((server.address() as AddressInfo).port)));
