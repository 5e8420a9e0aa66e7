import { newId } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { MadeReservation, ReservationClaim, ReservationRepository } from '../../application/checkout/ports';

/** Serializes the claims of an account, so that each counts the others. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('numbering.reservations:' || $1, 0))`;
/** Maximum number of ended reservations, of any account, that a claim deletes. */
const PRUNED_PER_CLAIM = 100;
const PRUNE = `DELETE FROM numbering.reservations WHERE claim_id IN (
  SELECT claim_id FROM numbering.reservations WHERE ends_at <= $1 ORDER BY ends_at LIMIT ${PRUNED_PER_CLAIM}
  FOR UPDATE SKIP LOCKED)`;
const CLAIM = `INSERT INTO numbering.reservations AS r (claim_id, account_id, e164, status, ends_at)
  SELECT $1, $2, $3, 'claimed', $4
  WHERE (SELECT count(*) FROM numbering.reservations WHERE account_id = $2 AND e164 <> $3 AND ends_at > $5) < $6
  ON CONFLICT (account_id, e164) DO UPDATE
    SET claim_id = excluded.claim_id, status = 'claimed', ends_at = greatest(r.ends_at, excluded.ends_at)
    WHERE r.status <> 'claimed' OR r.ends_at <= $7
  RETURNING claim_id AS id`;
const SETTLE = `UPDATE numbering.reservations SET status = $2, ends_at = $3 WHERE claim_id = $1`;
const START_ENDING = `UPDATE numbering.reservations SET claim_id = $1, status = 'ending'
  WHERE account_id = $2 AND e164 = $3 AND status <> 'claimed' RETURNING claim_id AS id`;
const REMOVE = `DELETE FROM numbering.reservations WHERE claim_id = $1`;
const REMOVE_BOUGHT = `DELETE FROM numbering.reservations WHERE claim_id IN (
  SELECT claim_id FROM numbering.reservations WHERE account_id = $1 AND e164 = ANY($2) ORDER BY claim_id FOR UPDATE)`;
const LIST = `SELECT e164 FROM numbering.reservations
  WHERE account_id = $1 AND e164 = ANY($2) AND status = 'reserved' AND ends_at > $3`;

export class StoredReservations implements ReservationRepository {
  constructor(private readonly db: Database) {}

  claim({ accountId, e164, max, now, endsAt, waitingFrom }: ReservationClaim): Promise<string | null> {
    return this.db.run(async () => {
      await this.db.write(LOCK, [accountId]);
      await this.db.write(PRUNE, [now]);
      const values = [newId('rsv'), accountId, e164, endsAt, now, max, waitingFrom];
      return (await this.db.find<{ id: string }>(CLAIM, values))?.id ?? null;
    });
  }

  async settle({ claimId, result, endsAt }: MadeReservation): Promise<void> {
    await this.db.write(SETTLE, [claimId, result, endsAt]);
  }

  async startEnding(accountId: string, e164: string): Promise<string | null> {
    return (await this.db.find<{ id: string }>(START_ENDING, [newId('rsv'), accountId, e164]))?.id ?? null;
  }

  async remove(claimId: string): Promise<void> {
    await this.db.write(REMOVE, [claimId]);
  }

  async removeBought(accountId: string, e164s: readonly string[]): Promise<void> {
    if (e164s.length > 0) await this.db.write(REMOVE_BOUGHT, [accountId, e164s]);
  }

  async listReserved(accountId: string, e164s: readonly string[], now: Date): Promise<ReadonlySet<string>> {
    if (e164s.length === 0) return new Set();
    const rows = await this.db.query<{ e164: string }>(LIST, [accountId, e164s, now]);
    return new Set(rows.map(({ e164 }) => e164));
  }
}
