import type { Database } from '@trunkline/platform';
import type { Movement, PostedEntry } from '../../application/journal/ports';
import { transferOf } from '../../domain/journal/postings';
import { RunningWallet } from '../../domain/journal/running-wallet';
import { LOCK_WALLETS, POST_ALL, PRIOR_ENTRIES } from './bulk-statements';
import { noWallet, type PriorRow, repeated } from './entries';

interface WalletRow {
  readonly account_id: string;
  readonly balance_cents: number;
  readonly held_cents: number;
  readonly credit_limit_cents: number;
  readonly low_balance_alert_cents: number | null;
}

interface NamedPriorRow extends PriorRow {
  readonly account_id: string;
  readonly reference: string;
}

/** See `Journal.postAll`; three round trips in the caller's transaction. */
export async function postAll(db: Database, movements: readonly Movement[]): Promise<(PostedEntry | null)[]> {
  if (movements.length === 0) return [];
  const accounts = movements.map(({ accountId }) => accountId);
  const wallets = await db.query<WalletRow & Row>(LOCK_WALLETS, [[...new Set(accounts)]]);
  const references = movements.map(({ reference }) => reference);
  const priors = await db.query<NamedPriorRow & Row>(PRIOR_ENTRIES, [accounts, references]);
  const postings = new Postings(wallets, priors);
  const entries = movements.map((movement) => postings.post(movement));
  if (postings.rows.length === 0) return entries;
  const claims = await db.query<{ claim_id: string }>(POST_ALL, [JSON.stringify(postings.rows)]);
  return withClaims(entries, new Set(claims.map(({ claim_id }) => claim_id)));
}

interface Row {
  readonly [column: string]: unknown;
}

/** What becomes of movements, one after the other, while their wallets are locked. */
class Postings {
  readonly rows: object[] = [];
  private readonly wallets: ReadonlyMap<string, { readonly row: WalletRow; readonly running: RunningWallet }>;
  private readonly known: Map<string, PriorRow>;

  constructor(wallets: readonly WalletRow[], priors: readonly NamedPriorRow[]) {
    this.wallets = new Map(wallets.map((row) => [row.account_id, { row, running: runningOf(row) }]));
    this.known = new Map(priors.map((row) => [keyOf(row.account_id, row.reference), row]));
  }

  post(movement: Movement): PostedEntry | null {
    const { accountId, reference, transactionId, kind, amountCents } = movement;
    const wallet = this.wallets.get(accountId);
    if (!wallet) throw noWallet();
    const key = keyOf(accountId, reference);
    const prior = this.known.get(key);
    if (prior) return repeated(prior, movement);
    const balanceAfterCents = wallet.running.move(movement);
    if (balanceAfterCents === null) return null;
    const balance = { balance_after_cents: balanceAfterCents };
    this.known.set(key, { id: transactionId, kind, amount_cents: amountCents, ...balance });
    this.rows.push({ n: this.rows.length, ...rowOf(movement), ...balance });
    const { credit_limit_cents: creditLimitCents, low_balance_alert_cents: lowBalanceAlertCents } = wallet.row;
    return { transactionId, balanceAfterCents, marks: { creditLimitCents, lowBalanceAlertCents, claimId: null } };
  }
}

function runningOf({ balance_cents, held_cents, credit_limit_cents }: WalletRow): RunningWallet {
  return new RunningWallet(balance_cents, held_cents, credit_limit_cents);
}

/** Neither part has a space in front: ids have none at all. */
const keyOf = (accountId: string, reference: string) => `${accountId} ${reference}`;

function rowOf(movement: Movement): object {
  const { transactionId: id, accountId, kind, amountCents, description, reference, counterpart, at } = movement;
  const { relatedKind, relatedId, processorPaymentIntentId, item = null } = movement;
  const { debit, credit } = transferOf(kind, amountCents, counterpart);
  return {
    ...{ id, account_id: accountId, kind, amount_cents: amountCents, description, reference, item, debit, credit, at },
    ...{ related_kind: relatedKind, related_id: relatedId, payment_intent_id: processorPaymentIntentId },
  };
}

/** A claim has the id of the debit that has taken it. */
function withClaims(entries: readonly (PostedEntry | null)[], claims: ReadonlySet<string>): (PostedEntry | null)[] {
  return entries.map((entry) =>
    entry?.marks && claims.has(entry.transactionId)
      ? { ...entry, marks: { ...entry.marks, claimId: entry.transactionId } }
      : entry,
  );
}
