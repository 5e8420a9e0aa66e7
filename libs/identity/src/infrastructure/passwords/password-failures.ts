import { addSeconds } from '@trunkline/kernel';
import type { CryptoBox, Database } from '@trunkline/platform';
import { type FailureSubject, type PasswordFailures } from '../../application/passwords/ports';
import { FAILURES_KEPT_SECONDS, FAILURES_MAX } from '../../domain/lockout';

const PURPOSE = 'guessed-address';
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('identity.password_failures ' || $1, 0))`;
const LATEST = `
  SELECT at FROM identity.password_failures WHERE subject = $1 AND at >= $2 ORDER BY at DESC LIMIT $3`;
const NOTE = `INSERT INTO identity.password_failures (subject, at) VALUES ($1, $2)`;
const CLEAR = `DELETE FROM identity.password_failures WHERE subject = $1`;

/** For the test that its plan uses an index. */
export const LATEST_FAILURES = LATEST;

/**
 * Uses an advisory lock, since an unknown email has no row. It ends with the transaction, as transaction pooling
 * requires.
 */
export class StoredPasswordFailures implements PasswordFailures {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  async lock(subject: FailureSubject, now: Date): Promise<Date[]> {
    const name = this.nameOf(subject);
    await this.db.write(LOCK, [name]);
    const values = [name, addSeconds(now, -FAILURES_KEPT_SECONDS), FAILURES_MAX];
    const rows = await this.db.query<{ at: Date }>(LATEST, values);
    return rows.map(({ at }) => at);
  }

  async add(subject: FailureSubject, at: Date): Promise<void> {
    await this.db.write(NOTE, [this.nameOf(subject), at]);
  }

  async clear(subject: FailureSubject): Promise<void> {
    await this.db.query(CLEAR, [this.nameOf(subject)]);
  }

  /** An unknown email is stored as a keyed digest, so that a copy of the database cannot be searched for addresses. */
  private nameOf({ kind, id }: FailureSubject): string {
    return `${kind} ${kind === 'email' ? this.box.digest(PURPOSE, id).toString('hex') : id}`;
  }
}
