import type pg from 'pg';
import type { Contender } from '../measure';

/** Contender that repeats a transaction of one prepared INSERT on some connections at once. */
export async function bareTransactions(pool: pg.Pool, connections: number): Promise<Contender> {
  await pool.query('CREATE TABLE public.bench_rows (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text)');
  const insert = { name: 'bench', text: 'INSERT INTO public.bench_rows (text) VALUES ($1)', values: ['row'] };
  return {
    name: 'bare transactions',
    perSecond: async (seconds) => {
      const began = performance.now();
      const counts = await Promise.all(
        Array.from({ length: connections }, async () => {
          let done = 0;
          const client = await pool.connect();
          for (; performance.now() - began < seconds * 1000; done++) {
            await client.query('BEGIN');
            await client.query(insert);
            await client.query('COMMIT');
          }
          client.release();
          return done;
        }),
      );
      return (counts.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - began);
    },
  };
}
