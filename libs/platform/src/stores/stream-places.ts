import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database';

/** A place is free again after this time without a renewal: its process has crashed. */
const LEASE_SECONDS = 60;

// Serializes the requests of one account, so that the count is exact.
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('platform.open_streams ' || $1, 0))`;
const EXPIRE = `DELETE FROM platform.open_streams WHERE account_id = $1 AND expires_at <= clock_timestamp()`;
const TAKE = `
  INSERT INTO platform.open_streams (id, account_id, process_id, expires_at)
  SELECT $1, $2, $3, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
  WHERE (SELECT count(*) FROM platform.open_streams WHERE account_id = $2) < $4
  RETURNING id`;
const RENEW = `
  UPDATE platform.open_streams SET expires_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
  WHERE process_id = $1`;

/** Counts the open streams of accounts over all processes, so that a limit per account holds. In real time. */
export class StreamPlaces {
  private readonly processId = randomUUID();

  constructor(private readonly db: Database) {}

  /** Takes one of `max` places of the account. Returns its id, or null if all are taken. */
  take(accountId: string, max: number): Promise<string | null> {
    const id = randomUUID();
    return this.db.run(async () => {
      await this.db.query(LOCK, [accountId]);
      await this.db.query(EXPIRE, [accountId]);
      const rows = await this.db.query(TAKE, [id, accountId, this.processId, max]);
      return rows.length > 0 ? id : null;
    });
  }

  async free(id: string): Promise<void> {
    await this.db.query(`DELETE FROM platform.open_streams WHERE id = $1`, [id]);
  }

  /** Keeps the places of this process. Call it at least every 20 seconds while any is taken. */
  async renew(): Promise<void> {
    await this.db.query(RENEW, [this.processId]);
  }
}
