import { Agent } from 'node:http';
import type pg from 'pg';
import type { Stack } from '../../tour/stack';
import { type Floor, type FloorPlan, startFloor } from '../floor/floor';
import type { Contender } from '../measuring/measure';
import { perSecondOf, post } from '../measuring/post';

const TABLE = `CREATE TABLE public.bench_rows (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text);
  GRANT INSERT ON public.bench_rows TO trunkline_app`;
const TRANSACTION: FloorPlan = {
  authenticate: null,
  requests: {
    '/': {
      statements: [
        { text: 'BEGIN', values: [], plan: 'once' },
        { text: 'INSERT INTO public.bench_rows (text) VALUES ($1)', values: ['row'], plan: 'once' },
        { text: 'COMMIT', values: [], plan: 'once' },
      ],
      rows: null,
    },
  },
};

/** Bare Node http and pg: each request runs a transaction of one INSERT. */
export interface BareTransactions extends Contender {
  readonly stop: Floor['stop'];
}

/** Starts the floor of purchases, to which some clients send one request after the other. */
export async function startBareTransactions(stack: Stack, pool: pg.Pool, clients: number): Promise<BareTransactions> {
  await pool.query(TABLE);
  const { url, stop } = await startFloor(stack.databaseUrl, TRANSACTION);
  const agent = new Agent({ keepAlive: true });
  const request = () => post({ url: `${url}/`, agent, type: 'application/json', body: '{}' });
  return {
    name: 'bare http and pg',
    perSecond: (seconds) => perSecondOf(clients, seconds, async () => void (await request())),
    stop,
  };
}
