// Floor of sending: bare Node http and pg, which run the application's own writes of a message in one transaction.
import { randomBytes } from 'node:crypto';
import type { MessagePlan } from './accepted';
import { planOf, pool, serve } from '../floor/floor-http';

const { accounts } = planOf<MessagePlan>();
const IDS = /\b(sms|hold|post)_[0-9a-z]{10,}/g;
let requests = 0;

/** Returns the values of another message: each id is replaced, wherever it occurs. */
function anew(values: string): unknown[] {
  return JSON.parse(values) as unknown[];
}

serve(async () => {
  const statements = accounts[requests++ % accounts.length] ?? [];
  const suffix = randomBytes(12).toString('hex');
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const [name, { text, values }] of statements.entries()) {
      const fresh = values.replace(IDS, (_id, prefix: string) => `${prefix}_${suffix}`);
      await client.query({ name: `s${String(name)}`, text, values: anew(fresh) });
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  return [201, { ok: true, data: { id: `sms_${suffix}`, status: 'queued' } }];
});
