import { ConditionNotMet, RetryTransaction } from '@trunkline/kernel';
import { type Database, toConditionNotMet, violatedConstraint } from '@trunkline/platform';
import type { CallRelease, PredictedSettlement } from '../../application/calls/ports';
import type { Movement } from '../../application/journal/ports';
import { type EntryRow, Postings, releaseRowOf, type WalletRow } from '../journal/bulk-postings';
import { LOCK_WALLETS } from '../journal/bulk-statements';
import { ADD_POSTINGS, POST_PREDICTED, READ_WALLETS, RELEASE } from './predicted-statements';

interface VersionedWallet extends WalletRow {
  readonly version: number;
}

interface FreedRow {
  readonly account_id: string;
  readonly freed: number;
  readonly freed_of_calls: number;
  readonly freed_of_outbound: number;
}

/** Releases the holds, and computes the balances after the charges from wallets that are not locked. */
export async function predictSettlement(
  db: Database,
  charges: readonly Movement[],
  releases: readonly CallRelease[],
): Promise<PredictedSettlement> {
  const accounts = [...new Set([...charges, ...releases].map(({ accountId }) => accountId))].sort();
  const [wallets, freed] = await Promise.all([
    db.query<VersionedWallet>(READ_WALLETS, [accounts]),
    db.query<FreedRow>(RELEASE, [JSON.stringify(releases.map(releaseRowOf))]),
  ]);
  const postings = new Postings(wallets, []);
  const entries = charges.map((charge) => postings.post(charge));
  await db.write(ADD_POSTINGS, [JSON.stringify(postings.rows)], toRetry);
  const at = charges.at(-1)?.at ?? releases.at(-1)?.at;
  const predicted = predictionsOf(wallets, freed, postings.rows).map((each) => ({ ...each, at }));
  const post = async (): Promise<void> => {
    await db.write(LOCK_WALLETS, [accounts]);
    await db.write(POST_PREDICTED, [JSON.stringify(postings.rows), JSON.stringify(predicted)], toRetry);
  };
  return { entries, post };
}

const REFERENCES = new Set(['transactions_pkey', 'transactions_reference', 'postings_pkey']);
const NOTHING_FREED = { freed: 0, freed_of_calls: 0, freed_of_outbound: 0 };

/** A wallet has moved, or a charge was posted before: with the wallets locked first, either is found and handled. */
function toRetry(error: unknown): unknown {
  const isOvertaken = toConditionNotMet(error) instanceof ConditionNotMet || REFERENCES.has(violatedConstraint(error));
  return isOvertaken ? new RetryTransaction() : error;
}

/** Returns the sums of each wallet's movements, with the state of the wallet that they depend on. */
function predictionsOf(
  wallets: readonly VersionedWallet[],
  freed: readonly FreedRow[],
  rows: readonly EntryRow[],
): object[] {
  const freedOf = new Map(freed.map((row) => [row.account_id, row]));
  const rowsOf = new Map<string, EntryRow[]>(wallets.map(({ account_id }) => [account_id, []]));
  for (const row of rows) rowsOf.get(row.account_id)?.push(row);
  return wallets.flatMap(({ account_id, version, billing_mode, credit_limit_cents, low_balance_alert_cents }) => {
    const entries = rowsOf.get(account_id) ?? [];
    const { freed: freedCents, freed_of_calls, freed_of_outbound } = freedOf.get(account_id) ?? NOTHING_FREED;
    if (entries.length === 0 && freedCents === 0) return [];
    return {
      account_id,
      version,
      billing_mode,
      credit_limit_cents,
      low_balance_alert_cents,
      cents: sum(entries.map(({ amount_cents }) => amount_cents)),
      entries: entries.length,
      releases: freedCents > 0 ? 1 : 0,
      freed: freedCents,
      freed_of_calls,
      freed_of_outbound,
      outbound: sum(entries.map(({ outbound_cents }) => outbound_cents)),
    };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
