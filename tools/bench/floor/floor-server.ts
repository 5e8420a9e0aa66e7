// Floor of the HTTP benches: bare Node http and pg, which authenticate and read with the application's own statements.
import { createHash } from 'node:crypto';
import type { FloorPlan } from './floor';
import { planOf, pool, serve } from './floor-http';

const { authenticate, asked, read, prefix, values } = planOf<FloorPlan>();

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

serve((request) => answer(request.url ?? '', request.headers.authorization?.slice('Bearer '.length) ?? ''));
