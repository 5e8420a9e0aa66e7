// Floor of requests: bare Node http and pg, which run the application's own statements one after the other in one connection.
import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { FloorPlan, FloorRequest } from './floor';
import { planOf, pool, serve } from './floor-http';

/** Of every client. */
const ADDRESS = '127.0.0.1';
const { authenticate, requests } = planOf<FloorPlan>();
/** Requests run the same texts with other values. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

async function isKnown(client: PoolClient, secret: string): Promise<boolean> {
  if (!authenticate) return true;
  const hash = createHash('sha256').update(secret).digest();
  const { rows } = await client.query({ name: 'a', text: authenticate.text, values: [hash, new Date(), ADDRESS] });
  return rows.length > 0;
}

async function read(client: PoolClient, { statements, rows }: FloorRequest): Promise<object | undefined> {
  let found: object[] = [];
  for (const { text, values, plan } of statements) {
    const name = plan === 'for values' ? undefined : nameOf(text);
    ({ rows: found } = await client.query<object>({ name, text, values: [...values] }));
  }
  return rows === null ? found[0] : { items: found.slice(0, rows), next_cursor: null };
}

serve(async ({ url = '', headers }) => {
  const client = await pool.connect();
  try {
    if (!(await isKnown(client, headers.authorization?.slice('Bearer '.length) ?? ''))) return [401, { ok: false }];
    const request = requests[url];
    return request ? [200, { ok: true, data: await read(client, request) }] : [404, { ok: false }];
  } finally {
    client.release();
  }
});
