// The floor of the benches over HTTP: bare Node http and pg, which authenticate and read with the application's own statements.
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { FloorPlan } from './floor';

const { DATABASE_URL: connectionString, FLOOR_PLAN: plan } = process.env;
if (!connectionString || !plan) throw new Error('A bench starts this.');

const POOL_SIZE = 20;
const { authenticate, asked, read, prefix, values } = JSON.parse(plan) as FloorPlan;
const pool = new pg.Pool({ connectionString, max: POOL_SIZE, options: '-c role=trunkline_app' });

async function answer(url: string, secret: string): Promise<[number, object]> {
  const hash = createHash('sha256').update(secret).digest();
  const known = await pool.query<{ account_id: string }>({
    name: 'a',
    text: authenticate,
    values: [hash, new Date(), asked],
  });
  const [principal] = known.rows;
  if (!principal) return [401, { ok: false }];
  const name = url.slice(prefix.length);
  const given = { account: principal.account_id, name, e164: `+${name}` };
  const found = await pool.query<object>({ name: 'r', text: read, values: values.map((each) => given[each]) });
  return found.rows[0] ? [200, { ok: true, data: found.rows[0] }] : [404, { ok: false }];
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

const server = createServer((request, response) => {
  answer(request.url ?? '', request.headers.authorization?.slice('Bearer '.length) ?? '').then(
    ([status, body]) => send(response, status, body),
    (error: unknown) => send(response, 500, { ok: false, error: String(error) }),
  );
}).listen(0, '127.0.0.1', () => process.stdout.write(String((server.address() as AddressInfo).port)));
