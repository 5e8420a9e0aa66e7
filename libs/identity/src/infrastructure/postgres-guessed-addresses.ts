import type { CryptoBox, Database } from '@trunkline/platform';
import { GuessedAddresses } from '../application/sign-in/guessed-addresses';

const PURPOSE = 'guessed-address';
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('sign-in ' || encode($1, 'hex'), 0))`;
const LATEST = `SELECT at FROM identity.guessed_addresses WHERE address_digest = $1 ORDER BY at DESC LIMIT $2`;
const NOTE = `INSERT INTO identity.guessed_addresses (address_digest, at) VALUES ($1, $2)`;

/** Keeps a keyed digest for a day: whoever has the database alone cannot try addresses on it. */
export class PostgresGuessedAddresses extends GuessedAddresses {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {
    super();
  }

  override async hold(email: string, limit: number): Promise<Date[]> {
    const digest = this.digest(email);
    await this.db.query(LOCK, [digest]);
    const rows = await this.db.query<{ at: Date }>(LATEST, [digest, limit]);
    return rows.map(({ at }) => at);
  }

  override async note(email: string, at: Date): Promise<void> {
    await this.db.query(NOTE, [this.digest(email), at]);
  }

  private digest(email: string): Buffer {
    return this.box.digest(PURPOSE, email);
  }
}
