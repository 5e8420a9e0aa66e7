// Charges through the ledger's facade, beside the same statements through bare pg, on DATABASE_URL or on an embedded
// PostgreSQL.
import 'reflect-metadata';
import { Ledger } from '@trunkline/billing-ledger';
import { newId } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import pg from 'pg';
import { anySecrets, applicationOn } from './stack/application';
import { analyze, onDatabase } from './stack/database';
import { compare, type Comparison, type Contender } from './measuring/measure';
import { type Statement, statementsOf } from './measuring/statements';

const CONCURRENCY = 16;
const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1 };
const TARGETS = { distinct: 0.6, hot: 0.8 };
const CENTS = 7;
const FUNDS_CENTS = 1_000_000_000_000;

/** Measures charges per second at concurrency 16, on sixteen wallets and on one. */
export const benchLedger = (): Promise<Comparison[]> => onDatabase(compareOn);

async function compareOn(url: string): Promise<Comparison[]> {
  const app = await applicationOn(url, anySecrets());
  const pool = new pg.Pool({ connectionString: url, options: '-c role=trunkline_app', max: CONCURRENCY });
  try {
    const ledger = app.get(Ledger);
    const wallets = await fundedWallets(ledger);
    const statements = await statementsOfACharge(app.get(Database), ledger, wallets);
    const results: Comparison[] = [];
    for (const [mode, used] of Object.entries({ distinct: wallets, hot: wallets.slice(0, 1) })) {
      const ours = contender('Ledger.charge', used, (accountId) => ledger.charge(order(accountId)));
      const floor = contender('bare pg', used, (accountId) => bareCharge(pool, statements, accountId));
      const target = TARGETS[mode as keyof typeof TARGETS];
      results.push(
        await compare(
          `ledger charge, ${mode} wallet`,
          { floor, ours },
          { ...ROUNDS, target, afterWarmUps: () => analyze(url) },
        ),
      );
    }
    if ((await ledger.verify()).length > 0) throw new Error('The ledger does not balance after the bench.');
    return results;
  } finally {
    await pool.end();
    await app.close();
  }
}

async function fundedWallets(ledger: Ledger): Promise<string[]> {
  const accounts = Array.from({ length: CONCURRENCY }, () => newId('acc'));
  for (const accountId of accounts) {
    await ledger.open({ accountId });
    await ledger.grantTrialCredit({ accountId, amountCents: FUNDS_CENTS });
  }
  return accounts;
}

function order(accountId: string) {
  const cdrId = newId('cdr');
  return {
    accountId,
    amountCents: CENTS,
    description: 'Call to +4930901820, 61 s',
    relatedKind: 'cdr',
    relatedId: cdrId,
    reference: cdrId,
  };
}

async function statementsOfACharge(db: Database, ledger: Ledger, [accountId]: string[]): Promise<Statement[]> {
  if (accountId === undefined) throw new Error('There is no wallet to charge.');
  const example = order(accountId);
  let transactionId = '';
  const seen = await statementsOf(db, async () => {
    transactionId = (await ledger.charge(example)).transactionId;
  });
  const positions = [seen[0]?.values[1], seen[0]?.values[2], seen[0]?.values[5], seen[1]?.values[1]];
  const expected = [accountId, example.reference, transactionId, accountId];
  if (seen.length !== 2 || positions.join() !== expected.join()) {
    throw new Error('A charge no longer runs the two statements that this bench knows how to repeat.');
  }
  return seen;
}

/** Returns the example's values with the account, ids and time of this charge. */
async function bareCharge(pool: pg.Pool, [entry, event]: readonly Statement[], accountId: string): Promise<void> {
  if (!entry || !event) throw new Error('There is nothing to repeat.');
  const transactionId = newId('txn');
  const cdrId = newId('cdr');
  const at = new Date();
  const [, , , amount, guarded, , kind, description, relatedKind, , ...accounts] = entry.values;
  const money = [at, accountId, cdrId, amount, guarded, transactionId, kind, description, relatedKind, cdrId];
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const posted = await client.query<{ balance_after_cents: string }>({
      name: 'entry',
      text: entry.text,
      values: [...money, ...accounts],
    });
    const data = { transaction_id: transactionId, kind, amount_cents: amount, balance_cents: balanceOf(posted.rows) };
    await client.query({
      name: 'event',
      text: event.text,
      values: [newId('evt'), accountId, event.values[2], data, at],
    });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

function balanceOf([row]: { readonly balance_after_cents: string }[]): number {
  if (!row) throw new Error('The bare charge was refused.');
  return Number(row.balance_after_cents);
}

/** Runs sixteen loops in parallel, each with one charge at a time. */
function contender(
  name: string,
  wallets: readonly string[],
  charge: (accountId: string) => Promise<unknown>,
): Contender {
  return {
    name,
    perSecond: async (seconds) => {
      const started = performance.now();
      const until = started + seconds * 1000;
      const worker = async (_: unknown, index: number): Promise<number> => {
        const accountId = wallets[index % wallets.length] ?? '';
        let done = 0;
        for (; performance.now() < until; done++) await charge(accountId);
        return done;
      };
      const counts = await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - started)) * 1000;
    },
  };
}
