import type { Database } from '@trunkline/platform';
import type { CallRelease } from '../../application/calls/ports';
import type { Movement, PostedEntry } from '../../application/journal/ports';
import type { MovementTerms } from '../../domain/journal/balance-events';
import { transferOf } from '../../domain/journal/postings';
import { RunningWallet } from '../../domain/journal/running-wallet';
import type { BillingMode } from '../../domain/journal/wallet-terms';
import { LOCK_WALLETS, POST_ALL } from './bulk-statements';
import { noWallet, type PriorRow, repeated } from './entries';

export interface WalletRow {
  readonly account_id: string;
  readonly balance_cents: number;
  readonly held_cents: number;
  readonly billing_mode: BillingMode;
  readonly credit_limit_cents: number;
  readonly low_balance_alert_cents: number | null;
}

interface NamedPriorRow extends PriorRow {
  readonly account_id: string;
  readonly reference: string;
}

/** A claim that was taken, or an earlier posting of a reference. */
type PostedRow = ({ readonly claim_id: string } | (NamedPriorRow & { readonly claim_id: null })) & Row;

/**
 * Implements `Journal.postAll` in two round trips, or three when a reference was posted before. `releases` end or shrink
 * holds of calls in the same statement; guarded movements among `movements` must not depend on them.
 */
export async function postAll(
  db: Database,
  movements: readonly Movement[],
  releases: readonly CallRelease[] = [],
): Promise<(PostedEntry | null)[]> {
  if (movements.length + releases.length === 0) return [];
  const accounts = new Set([...movements, ...releases].map(({ accountId }) => accountId));
  const wallets = await db.query<WalletRow & Row>(LOCK_WALLETS, [[...accounts]]);
  const held = JSON.stringify(releases.map(releaseRowOf));
  const known: NamedPriorRow[] = [];
  for (;;) {
    const postings = new Postings(wallets, known);
    const entries = movements.map((movement) => postings.post(movement));
    const rows = await db.query<PostedRow>(POST_ALL, [JSON.stringify(postings.rows), held]);
    const priors = rows.flatMap((row) => (row.claim_id === null ? [row] : []));
    if (priors.length === 0) return withClaims(entries, new Set(rows.flatMap(({ claim_id }) => claim_id ?? [])));
    // Earlier postings are known now, and none can be added while the wallets are locked.
    if (known.length > 0) throw new Error('A reference was posted in a wallet that is locked.');
    known.push(...priors);
  }
}

interface Row {
  readonly [column: string]: unknown;
}

/** A row for POST_ALL. */
export interface EntryRow {
  readonly account_id: string;
  readonly amount_cents: number;
  /** What counts against the daily limit of outbound calls. */
  readonly outbound_cents: number;
}

/** Decides the movements in turn, from the state of their wallets. */
export class Postings {
  readonly rows: EntryRow[] = [];
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
    const balance = { balance_after_cents: balanceAfterCents };
    // Includes refused movements, which may have been posted before.
    const decided = { n: this.rows.length, is_refused: balanceAfterCents === null, ...balance };
    this.rows.push({ ...rowOf(movement), ...decided });
    if (balanceAfterCents === null) return null;
    this.known.set(key, { id: transactionId, kind, amount_cents: amountCents, balance_after_cents: balanceAfterCents });
    return { transactionId, balanceAfterCents, terms: termsOf(wallet.row) };
  }
}

function runningOf({ balance_cents, held_cents, billing_mode, credit_limit_cents }: WalletRow): RunningWallet {
  return new RunningWallet(balance_cents, held_cents, {
    billingMode: billing_mode,
    creditLimitCents: credit_limit_cents,
  });
}

function termsOf(row: WalletRow): MovementTerms {
  return {
    billingMode: row.billing_mode,
    creditLimitCents: row.credit_limit_cents,
    lowBalanceAlertCents: row.low_balance_alert_cents,
    claimId: null,
  };
}

/** Unambiguous, because account ids contain no space. */
const keyOf = (accountId: string, reference: string) => `${accountId} ${reference}`;

function rowOf(movement: Movement): EntryRow & Row {
  const { transactionId: id, accountId, kind, amountCents, description, reference, counterpart, at } = movement;
  const { relatedKind, relatedId, processorPaymentIntentId, item = null } = movement;
  const { debit, credit } = transferOf(kind, amountCents, counterpart);
  return {
    id,
    account_id: accountId,
    kind,
    amount_cents: amountCents,
    description,
    reference,
    item,
    debit,
    credit,
    at,
    related_kind: relatedKind,
    related_id: relatedId,
    payment_intent_id: processorPaymentIntentId,
    outbound_cents: kind === 'charge' && item === 'usage_outbound' ? -amountCents : 0,
  };
}

export function releaseRowOf({ accountId, decisionId, postingId, keepCents, at }: CallRelease): object {
  const reference = callReferenceOf(decisionId);
  return { account_id: accountId, reference, posting_id: postingId, keep_cents: keepCents, at };
}

/** The hold of a call has its decision as key. */
export function callReferenceOf(decisionId: string): string {
  return `call:${decisionId}`;
}

/** A claim has the id of the debit that took it. */
function withClaims(entries: readonly (PostedEntry | null)[], claims: ReadonlySet<string>): (PostedEntry | null)[] {
  return entries.map((entry) =>
    entry?.terms && claims.has(entry.transactionId)
      ? { ...entry, terms: { ...entry.terms, claimId: entry.transactionId } }
      : entry,
  );
}
