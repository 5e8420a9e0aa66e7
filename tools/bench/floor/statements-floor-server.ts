// Floor of a request of several statements: bare Node http and pg, which run them one after the other in one connection.
import type { StatementsPlan } from './floor';
import { planOf, pool, serve } from './floor-http';

interface Bytes {
  readonly type: 'Buffer';
  readonly data: number[];
}

const isBytes = (value: unknown): value is Bytes =>
  typeof value === 'object' && value !== null && (value as Partial<Bytes>).type === 'Buffer';

const steps = planOf<StatementsPlan>().map(({ text, values }, n) => ({
  name: `s${n}`,
  text,
  // Bytes passed through JSON.
  values: values.map((value) => (isBytes(value) ? Buffer.from(value.data) : value)),
}));

serve(async () => {
  const client = await pool.connect();
  try {
    let data: object | undefined;
    for (const step of steps) data = (await client.query<object>(step)).rows[0];
    return [200, { ok: true, data }];
  } finally {
    client.release();
  }
});
