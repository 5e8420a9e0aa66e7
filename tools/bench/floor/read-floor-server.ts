// Floor of the reads of numbers: bare Node http and pg, which run only the application's statement.
import type { ReadPlan } from './floor';
import { planOf, pool, serve } from './floor-http';

const reads = Object.entries(planOf<ReadPlan>());
const byPath = new Map(reads.map(([path, read], index) => [path, { ...read, name: `r${index}` }]));

async function answer(path: string): Promise<[number, object]> {
  const read = byPath.get(path);
  if (!read) return [404, { ok: false }];
  const { text, values, plan: planned } = read.statement;
  const name = planned === 'for values' ? undefined : read.name;
  const { rows } = await pool.query<object>({ name, text, values: [...values] });
  const data = read.rows === null ? rows[0] : { items: rows.slice(0, read.rows), next_cursor: null };
  return data ? [200, { ok: true, data }] : [404, { ok: false }];
}

serve((request) => answer(request.url ?? ''));
