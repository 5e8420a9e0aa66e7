import type { Database } from '@trunkline/platform';
import type { HoldRelease } from '../../application/calls/ports';
import type { Movement, PostedEntry } from '../../application/journal';
import type { MovementTerms } from '../../domain/journal/balance-events';
import { balanceAfter, transferOf } from '../../domain/journal/postings';
import { LOCK_WALLETS, POST_ALL } from './bulk-statements';
import { noWallet, repeated } from './entries';

/** A wallet before the movements. */
export interface WalletState extends Omit<MovementTerms, 'claimId'> {
  readonly accountId: string;
  readonly amountCents: number;
  readonly heldCents: number;
}

type Prior = PostedEntry & Pick<Movement, 'reference'>;

/** A claim that was taken, or an earlier posting of a reference. */
type Posted = { readonly claimId: string } | (Prior & { readonly claimId: null });

/**
 * Implements `Journal.postAll` in two round trips, or three when a reference was posted before. `releases` end or shrink
 * holds of calls and messages in the same statement; guarded movements among `movements` must not depend on them.
 */
export async function postAll(
  db: Database,
  movements: readonly Movement[],
  releases: readonly HoldRelease[] = [],
): Promise<(PostedEntry | null)[]> {
  if (movements.length + releases.length === 0) return [];
  const accounts = new Set([...movements, ...releases].map(({ accountId }) => accountId));
  const wallets = await db.query<WalletState>(LOCK_WALLETS, [[...accounts]]);
  const known: Prior[] = [];
  for (;;) {
    const postings = new Postings(wallets, known);
    const entries = movements.map((movement) => postings.post(movement));
    const rows = await db.query<Posted>(POST_ALL, [JSON.stringify(postings.decided), JSON.stringify(releases)]);
    const priors = rows.flatMap((row) => (row.claimId === null ? [row] : []));
    if (priors.length === 0) return withClaims(entries, new Set(rows.flatMap(({ claimId }) => claimId ?? [])));
    // Earlier postings are known now, and none can be added while the wallets are locked.
    if (known.length > 0) throw new Error('A reference was posted in a wallet that is locked.');
    known.push(...priors);
  }
}

/** A movement with what was decided about it, for POST_ALL. */
export interface DecidedMovement extends Movement {
  readonly balanceAfterCents: number | null;
  /** What counts against the daily limit of outbound calls. */
  readonly outboundCents: number;
}

/** Decides the movements in turn, from the state of their wallets. */
export class Postings {
  readonly decided: DecidedMovement[] = [];
  private readonly wallets: Map<string, WalletState>;
  private readonly known: Map<string, PostedEntry>;

  constructor(wallets: readonly WalletState[], priors: readonly Prior[]) {
    this.wallets = new Map(wallets.map((wallet) => [wallet.accountId, wallet]));
    this.known = new Map(priors.map((prior) => [keyOf(prior), prior]));
  }

  post(movement: Movement): PostedEntry | null {
    const { accountId, transactionId, kind, amountCents, item, forwardCents = 0 } = movement;
    const wallet = this.wallets.get(accountId);
    if (!wallet) throw noWallet();
    const prior = this.known.get(keyOf(movement));
    if (prior) return repeated(prior, movement);
    const balanceAfterCents = balanceAfter(wallet, movement);
    const outboundCents = kind === 'charge' && item === 'usage_outbound' ? -amountCents : forwardCents;
    const { debit, credit } = transferOf(kind, amountCents, movement.counterpart);
    // Includes refused movements, which may have been posted before.
    const n = this.decided.length;
    this.decided.push({ ...movement, ...{ n, debit, credit }, balanceAfterCents, outboundCents });
    if (balanceAfterCents === null) return null;
    this.wallets.set(accountId, { ...wallet, amountCents: balanceAfterCents });
    const posted = { transactionId, accountId, kind, amountCents, balanceAfterCents, terms: null };
    this.known.set(keyOf(movement), posted);
    const { billingMode, creditLimitCents, lowBalanceAlertCents } = wallet;
    return { ...posted, terms: { billingMode, creditLimitCents, lowBalanceAlertCents, claimId: null } };
  }
}

/** Unambiguous, because account ids contain no space. */
function keyOf({ accountId, reference }: Pick<Movement, 'accountId' | 'reference'>): string {
  return `${accountId} ${reference}`;
}

/** A claim has the id of the debit that took it. */
function withClaims(entries: readonly (PostedEntry | null)[], claims: ReadonlySet<string>): (PostedEntry | null)[] {
  return entries.map((entry) =>
    entry?.terms && claims.has(entry.transactionId)
      ? { ...entry, terms: { ...entry.terms, claimId: entry.transactionId } }
      : entry,
  );
}
