import { newId } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { DIDWW_RESERVATIONS_MAX, type PlaceClaim, type ReservationBudget } from './reservation-budget';

/** Claims take turns, so that each counts what the others have taken. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('numbering.didww_reservations', 0))`;
const PRUNE = `DELETE FROM numbering.didww_reservations WHERE ends_at <= $1`;
const TAKE_OVER = `UPDATE numbering.didww_reservations SET claim_id = $1, reservation_id = NULL, ends_at = $2
  WHERE reservation_id = $3 RETURNING claim_id`;
const CLAIM = `INSERT INTO numbering.didww_reservations (claim_id, ends_at)
  SELECT $1, $2 WHERE (SELECT count(*) FROM numbering.didww_reservations) < $3
  RETURNING claim_id`;
const SETTLE = `UPDATE numbering.didww_reservations SET reservation_id = $2, ends_at = $3 WHERE claim_id = $1`;
const CANCEL = `DELETE FROM numbering.didww_reservations WHERE claim_id = $1`;
const RELEASE = `DELETE FROM numbering.didww_reservations WHERE reservation_id = $1`;

export class StoredReservationBudget implements ReservationBudget {
  constructor(private readonly db: Database) {}

  claim({ now, endsAt, replacedId }: PlaceClaim): Promise<string | null> {
    return this.db.run(async () => {
      await this.db.query(LOCK);
      const claimId = newId('rsv');
      const takenOver = replacedId && (await this.db.find(TAKE_OVER, [claimId, endsAt, replacedId]));
      if (takenOver) return claimId;
      await this.db.query(PRUNE, [now]);
      const claimed = await this.db.find(CLAIM, [claimId, endsAt, DIDWW_RESERVATIONS_MAX]);
      return claimed && claimId;
    });
  }

  async settle(claimId: string, reservationId: string, endsAt: Date): Promise<void> {
    await this.db.query(SETTLE, [claimId, reservationId, endsAt]);
  }

  async cancel(claimId: string): Promise<void> {
    await this.db.query(CANCEL, [claimId]);
  }

  async release(reservationId: string): Promise<void> {
    await this.db.query(RELEASE, [reservationId]);
  }
}
