import type { CryptoBox, Database } from '@trunkline/platform';
import { type IssuedSecret, type SecondFactorRepository } from '../../application/mfa/ports';
import { SecondFactor } from '../../domain/mfa/second-factor';
import { hashSecret } from '../../domain/secrets';
import { SecondFactorSchema } from '../schema';

const SECRET = 'totp-secret';
const RECOVERY_CODES = 'recovery-codes';

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
    await this.db.table(SecondFactorSchema).add(this.sealed(factor));
    await this.db.query(`DELETE FROM identity.issued_totp_secrets WHERE user_id = $1`, [factor.state.userId]);
  }

  save(factor: SecondFactor): Promise<void> {
    return this.db.table(SecondFactorSchema).save(this.sealed(factor));
  }

  async lock(userId: string): Promise<SecondFactor | null> {
    const row = await this.db.table(SecondFactorSchema).find('user_id = $1 FOR UPDATE', [userId]);
    if (!row) return null;
    const { secretSealed, recoveryCodesSealed, usedSteps, enabledAt } = row;
    const secret = this.box.open(SECRET, secretSealed, userId).toString();
    const codes = this.box.open(RECOVERY_CODES, recoveryCodesSealed, userId).toString();
    const recoveryCodeHashes = JSON.parse(codes) as string[];
    return new SecondFactor({ userId, secret, recoveryCodeHashes, usedSteps, enabledAt });
  }

  async remove(userId: string): Promise<void> {
    await this.db.query(`DELETE FROM identity.second_factors WHERE user_id = $1`, [userId]);
  }

  /** Sealed again on each change, which moves used rows to the newest master key. */
  private sealed({ state: { userId, secret, recoveryCodeHashes, usedSteps, enabledAt } }: SecondFactor) {
    const secretSealed = this.box.seal(SECRET, secret, userId);
    const recoveryCodesSealed = this.box.seal(RECOVERY_CODES, JSON.stringify(recoveryCodeHashes), userId);
    return { userId, secretSealed, recoveryCodesSealed, usedSteps, enabledAt };
  }
}
