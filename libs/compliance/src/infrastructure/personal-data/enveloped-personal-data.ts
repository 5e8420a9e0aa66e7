import { randomBytes } from 'node:crypto';
import { type Clock, CommonErrors } from '@trunkline/kernel';
import type { CryptoBox, Database } from '@trunkline/platform';
import { type AccountCipher, type PersonalData } from '../../application/personal-data/ports';
import { AccountBox } from './account-box';

/** Sealing of the data keys under the master key. */
export const KEY_PURPOSE = 'compliance-data-key';
const KEY_BYTES = 32;

const FIND = `SELECT wrapped_key FROM compliance.data_keys WHERE account_id = $1`;
const ADD = `INSERT INTO compliance.data_keys (account_id, wrapped_key, created_at) VALUES ($1, $2, $3)
  ON CONFLICT (account_id) DO NOTHING`;
const ERASE = `INSERT INTO compliance.data_keys AS k (account_id, wrapped_key, created_at, erased_at)
  VALUES ($1, NULL, $2, $2)
  ON CONFLICT (account_id) DO UPDATE SET wrapped_key = NULL, erased_at = coalesce(k.erased_at, $2)`;

/** Envelope encryption: one data key per account, wrapped by the master key and erasable. */
export class EnvelopedPersonalData implements PersonalData {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
    private readonly clock: Clock,
  ) {}

  async cipherOf(accountId: string): Promise<AccountCipher> {
    const wrapped = (await this.find(accountId)) ?? (await this.createKey(accountId));
    if (wrapped.key === null)
      throw CommonErrors.not_found({ message: 'The personal data of this account was erased.' });
    return new AccountBox(this.box.open(KEY_PURPOSE, wrapped.key, accountId));
  }

  async erase(accountId: string): Promise<void> {
    await this.db.query(ERASE, [accountId, this.clock.now()]);
  }

  private async find(accountId: string): Promise<{ key: string | null } | null> {
    const row = await this.db.lookUp<{ wrapped_key: string | null }>(FIND, [accountId]);
    return row && { key: row.wrapped_key };
  }

  /** When two processes race, both use the key that was stored first. */
  private async createKey(accountId: string): Promise<{ key: string | null }> {
    const wrapped = this.box.seal(KEY_PURPOSE, randomBytes(KEY_BYTES), accountId);
    await this.db.query(ADD, [accountId, wrapped, this.clock.now()]);
    const stored = await this.find(accountId);
    if (!stored) throw new Error('The data key was not stored.');
    return stored;
  }
}
