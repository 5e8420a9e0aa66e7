import { ConditionNotMet, RetryTransaction } from '@trunkline/kernel';
import { type Database, toConditionNotMet, violatedConstraint } from '@trunkline/platform';
import type { HoldRelease, PredictedSettlement } from '../../application/calls/ports';
import type { Movement } from '../../application/journal';
import { type DecidedMovement, Postings, type WalletState } from '../journal/bulk-postings';
import { LOCK_WALLETS } from '../journal/bulk-statements';
import { ADD_POSTINGS, POST_PREDICTED, READ_WALLETS, RELEASE } from './predicted-statements';

interface VersionedWallet extends WalletState {
  readonly version: number;
}

interface Freed {
  readonly accountId: string;
  readonly freed: number;
  readonly freedOfCalls: number;
  readonly freedOfOutbound: number;
}

/** Releases the holds, and computes the balances after the charges from wallets that are not locked. */
export async function predictSettlement(
  db: Database,
  charges: readonly Movement[],
  releases: readonly HoldRelease[],
): Promise<PredictedSettlement> {
  const accounts = [...new Set([...charges, ...releases].map(({ accountId }) => accountId))].sort();
  const [wallets, freed] = await Promise.all([
    db.query<VersionedWallet>(READ_WALLETS, [accounts]),
    db.query<Freed>(RELEASE, [JSON.stringify(releases)]),
  ]);
  const postings = new Postings(wallets, []);
  const entries = charges.map((charge) => postings.post(charge));
  const decided = JSON.stringify(postings.decided);
  await db.write(ADD_POSTINGS, [decided], toRetry);
  const at = charges.at(-1)?.at ?? releases.at(-1)?.at;
  const predicted = predictionsOf(wallets, freed, postings.decided).map((each) => ({ ...each, at }));
  const post = async (): Promise<void> => {
    await db.write(LOCK_WALLETS, [accounts]);
    await db.write(POST_PREDICTED, [decided, JSON.stringify(predicted)], toRetry);
  };
  return { entries, post };
}

const REFERENCES = new Set(['transactions_pkey', 'transactions_reference', 'postings_pkey']);
const NOTHING_FREED = { freed: 0, freedOfCalls: 0, freedOfOutbound: 0 };

/** A wallet has moved, or a charge was posted before: with the wallets locked first, either is found and handled. */
function toRetry(error: unknown): unknown {
  const isOvertaken = toConditionNotMet(error) instanceof ConditionNotMet || REFERENCES.has(violatedConstraint(error));
  return isOvertaken ? new RetryTransaction() : error;
}

/** Returns the sums of each wallet's movements, with the state of the wallet that they depend on. */
function predictionsOf(
  wallets: readonly VersionedWallet[],
  freed: readonly Freed[],
  decided: readonly DecidedMovement[],
): object[] {
  const freedOf = new Map(freed.map((each) => [each.accountId, each]));
  const movementsOf = new Map<string, DecidedMovement[]>(wallets.map(({ accountId }) => [accountId, []]));
  for (const movement of decided) movementsOf.get(movement.accountId)?.push(movement);
  return wallets.flatMap((wallet) => {
    const movements = movementsOf.get(wallet.accountId) ?? [];
    const freedHere = freedOf.get(wallet.accountId) ?? NOTHING_FREED;
    if (movements.length === 0 && freedHere.freed === 0) return [];
    return {
      ...wallet,
      ...freedHere,
      cents: sum(movements.map(({ amountCents }) => amountCents)),
      entries: movements.length,
      releases: freedHere.freed > 0 ? 1 : 0,
      outbound: sum(movements.map(({ outboundCents }) => outboundCents)),
    };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
