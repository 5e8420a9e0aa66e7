import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ask } from '../../tour/http';
import { type Comparison, percentile, underLimit } from '../measuring/measure';
import { probeDuring } from '../measuring/probe';
import type { Scaled } from './scaled';
import { MONTHLY, MONTHS } from './planted-months';

const DROP_MS_MAX = 1_000;
/** Beside the p99 of the same requests just before. */
const SLOWER_MAX = 1.5;
const BEFORE_MS = 5_000;
/** Months end with calls that are created in the next one. */
const EXPIRED = `platform.month_of(now(), -${String(MONTHS - 1)}) + interval '2 days'`;
const DROP = MONTHLY.map((table) => `platform.drop_expired_month('${table}', ${EXPIRED})`).join(', ');

/** Drops the oldest month as the worker does, while lists are requested at fixed times. */
export async function dropAMonth({ stack, headers }: Scaled): Promise<Comparison[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl, options: '-c role=trunkline_app' });
  await client.connect();
  const probe = () => ask('GET', `${stack.rootUrl}/v1/cdrs?limit=50`, { headers });
  try {
    const before = await probeDuring(probe, pause(BEFORE_MS));
    const drops: number[] = [];
    const during = await probeDuring(probe, dropAll(client, drops));
    const [usual, meanwhile] = [percentile(before, 0.99), percentile(during, 0.99)];
    process.stderr.write(
      `dropped: ${drops.map((ms) => ms.toFixed(0)).join(', ')} ms; lists p99 ${usual.toFixed(0)}, meanwhile ${meanwhile.toFixed(0)} ms\n`,
    );
    return [
      underLimit('dropping a month of CDRs', 'ms', DROP_MS_MAX, Math.max(...drops)),
      underLimit(
        `p99 of GET /v1/cdrs while months are dropped, beside ${String(SLOWER_MAX)} times that before`,
        'ms',
        usual * SLOWER_MAX,
        meanwhile,
      ),
    ];
  } finally {
    await client.end();
  }
}

async function dropAll(client: pg.Client, drops: number[]): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const begun = performance.now();
    const { rows } = await client.query<{ rows: number | null }>(`SELECT coalesce(${DROP}) AS rows`);
    isDone = rows[0]?.rows === null;
    if (!isDone) drops.push(performance.now() - begun);
  }
  if (drops.length === 0) throw new Error('No month was dropped.');
}
