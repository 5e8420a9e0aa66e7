// Floor of the lists: bare Node http and pg, which authenticate and read a page with the application's own statements.
import { createHash } from 'node:crypto';
import type { ListPlan } from './floor';
import { planOf, pool, serve } from './floor-http';

const { authenticate, asked, pages } = planOf<ListPlan>();
/** Pages run the same texts with other values. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

async function answer(path: string, secret: string): Promise<[number, object]> {
  const hash = createHash('sha256').update(secret).digest();
  const known = await pool.query({ name: 'a', text: authenticate, values: [hash, new Date(), asked] });
  if (!known.rows[0]) return [401, { ok: false }];
  const page = pages[path];
  if (!page) return [404, { ok: false }];
  let rows: object[] = [];
  for (const { text, values, plan } of page.statements) {
    const name = plan === 'for values' ? undefined : nameOf(text);
    ({ rows } = await pool.query<object>({ name, text, values: [...values] }));
  }
  return [200, { ok: true, data: { items: rows.slice(0, page.rows), next_cursor: null } }];
}

serve((request) => answer(request.url ?? '', request.headers.authorization?.slice('Bearer '.length) ?? ''));
