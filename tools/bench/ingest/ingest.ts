// Batches of CDRs through ingest, beside the same rows written set-wise through bare pg, on DATABASE_URL or on an embedded
// PostgreSQL.
import 'reflect-metadata';
import { RecordCdrs } from '@trunkline/cdr';
import pg from 'pg';
import { anySecrets, applicationOn } from '../stack/application';
import { analyze, onDatabase } from '../stack/database';
import { compare, type Comparison, type Contender } from '../measuring/measure';
import { recordBarely } from './ingest-floor';
import { type LiveCall, plantCalls, plantWallets, rowsOf } from './live-calls';

const BATCH = 500;
const WARM_UP = 1_000;
const ROUNDS = { rounds: 5, seconds: 2 };
const MODES = [
  { name: 'one account', accounts: 1, target: 0.6 },
  { name: '50 accounts', accounts: 50, target: 0.5 },
];

/** Measures CDRs per second in batches of 500, one batch at a time. */
export const benchIngest = (): Promise<Comparison[]> => onDatabase(compareOn);

async function compareOn(url: string): Promise<Comparison[]> {
  const app = await applicationOn(url, anySecrets());
  const owner = new pg.Client({ connectionString: url });
  const pool = new pg.Pool({ connectionString: url, options: '-c role=trunkline_app', max: 1 });
  try {
    await owner.connect();
    const ingest = app.get(RecordCdrs);
    const results: Comparison[] = [];
    // The first batches of a process compile the code and plan the statements.
    await recordAll(ingest, await plantCalls(owner, await plantWallets(owner, 1), WARM_UP));
    await analyze(url);
    for (const { name, accounts, target } of MODES) {
      const wallets = await plantWallets(owner, accounts);
      const plant = (count: number) => plantCalls(owner, wallets, count);
      const floor = contender('bare pg', plant, (calls) => recordBarely(pool, calls));
      const ours = recorder(ingest, plant);
      results.push(await compare(`CDRs in batches of ${BATCH}, ${name}`, { floor, ours }, { ...ROUNDS, target }));
    }
    return results;
  } finally {
    await pool.end();
    await owner.end();
    await app.close();
  }
}

/** Records batches of planted calls as a report of a switch does. */
export const recorder = (ingest: RecordCdrs, plant: (count: number) => Promise<LiveCall[]>): Contender =>
  contender('RecordCdrs', plant, (calls) => recordAll(ingest, calls));

async function recordAll(ingest: RecordCdrs, calls: readonly LiveCall[]): Promise<void> {
  const outcomes = await ingest.record(rowsOf(calls));
  const refused = outcomes.find(({ outcome }) => outcome !== 'recorded');
  if (refused) throw new Error(`A call was not recorded: ${JSON.stringify(refused)}`);
}

/** Records batches of planted calls. Planting them does not count. */
function contender(
  name: string,
  plant: (count: number) => Promise<LiveCall[]>,
  record: (calls: readonly LiveCall[]) => Promise<void>,
): Contender {
  return {
    name,
    perSecond: async (seconds) => {
      let recorded = 0;
      for (let took = 0; ; ) {
        const calls = await plant(BATCH);
        const begun = performance.now();
        await record(calls);
        took += performance.now() - begun;
        recorded += BATCH;
        if (took >= seconds * 1000) return (recorded / took) * 1000;
      }
    },
  };
}
