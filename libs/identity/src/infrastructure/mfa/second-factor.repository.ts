import type { CryptoBox, Database } from '@trunkline/platform';
import { type IssuedSecret, type SecondFactorRepository } from '../../application/mfa/ports';
import { SecondFactor } from '../../domain/mfa/second-factor';
import { hashSecret } from '../../domain/secrets';

const SECRET = 'totp-secret';
const RECOVERY_CODES = 'recovery-codes';

const LOCK = `SELECT secret_sealed AS secret, recovery_codes_sealed AS codes, used_steps AS "usedSteps",
    enabled_at AS "enabledAt"
  FROM identity.second_factors WHERE user_id = $1 FOR UPDATE`;

/**
 * Secrets and recovery code hashes are sealed with the master key, which is not in the database, and bound to their
 * user: a copy of the database reveals nothing, and a row cannot be moved to another user.
 */
export class StoredSecondFactors implements SecondFactorRepository {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  async noteIssued({ userId, secret }: IssuedSecret, expiresAt: Date, now: Date): Promise<void> {
    await this.db.query(`DELETE FROM identity.issued_totp_secrets WHERE user_id = $1 AND expires_at <= $2`, [
      userId,
      now,
    ]);
    await this.db.query(
      `INSERT INTO identity.issued_totp_secrets (user_id, secret_hash, expires_at) VALUES ($1, $2, $3)`,
      [userId, hashSecret(secret), expiresAt],
    );
  }

  async wasIssued({ userId, secret }: IssuedSecret, now: Date): Promise<boolean> {
    const row = await this.db.find(
      `SELECT FROM identity.issued_totp_secrets WHERE user_id = $1 AND secret_hash = $2 AND expires_at > $3`,
      [userId, hashSecret(secret), now],
    );
    return row !== null;
  }

  async add(factor: SecondFactor): Promise<void> {
    const { userId, enabledAt } = factor.state;
    await this.db.query(
      `INSERT INTO identity.second_factors (user_id, secret_sealed, recovery_codes_sealed, used_steps, enabled_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [userId, ...this.sealed(factor), enabledAt],
    );
    await this.db.query(`DELETE FROM identity.issued_totp_secrets WHERE user_id = $1`, [userId]);
  }

  async save(factor: SecondFactor): Promise<void> {
    await this.db.query(
      `UPDATE identity.second_factors SET secret_sealed = $2, recovery_codes_sealed = $3, used_steps = $4
       WHERE user_id = $1`,
      [factor.state.userId, ...this.sealed(factor)],
    );
  }

  async lock(userId: string): Promise<SecondFactor | null> {
    const row = await this.db.find<{ secret: string; codes: string; usedSteps: number[]; enabledAt: Date }>(LOCK, [
      userId,
    ]);
    if (!row) return null;
    const { usedSteps, enabledAt } = row;
    const secret = this.box.open(SECRET, row.secret, userId).toString();
    const recoveryCodeHashes = JSON.parse(this.box.open(RECOVERY_CODES, row.codes, userId).toString()) as string[];
    return new SecondFactor({ userId, secret, recoveryCodeHashes, usedSteps, enabledAt });
  }

  async remove(userId: string): Promise<void> {
    await this.db.query(`DELETE FROM identity.second_factors WHERE user_id = $1`, [userId]);
  }

  /** Sealed again on each change, which moves used rows to the newest master key. */
  private sealed({ state }: SecondFactor): [secret: string, recoveryCodes: string, usedSteps: readonly number[]] {
    const { userId, secret, recoveryCodeHashes, usedSteps } = state;
    const hashes = JSON.stringify(recoveryCodeHashes);
    return [this.box.seal(SECRET, secret, userId), this.box.seal(RECOVERY_CODES, hashes, userId), usedSteps];
  }
}
