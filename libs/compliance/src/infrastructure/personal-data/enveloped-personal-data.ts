import { randomBytes } from 'node:crypto';
import { type Clock, CommonErrors } from '@trunkline/kernel';
import type { CryptoBox, Database } from '@trunkline/platform';
import { type AccountCipher, type PersonalData } from '../../application/personal-data';
import { AccountBox } from './account-box';

/** Sealing of the data keys under the master key. */
export const KEY_PURPOSE = 'compliance-data-key';
const KEY_BYTES = 32;

const FIND = `SELECT wrapped_key AS key FROM compliance.data_keys WHERE account_id = $1`;
const ADD = `INSERT INTO compliance.data_keys (account_id, wrapped_key, created_at) VALUES ($1, $2, $3)
  ON CONFLICT (account_id) DO NOTHING`;
const ERASE = `INSERT INTO compliance.data_keys AS k (account_id, wrapped_key, created_at, erased_at)
  VALUES ($1, NULL, $2, $2)
  ON CONFLICT (account_id) DO UPDATE SET wrapped_key = NULL, erased_at = coalesce(k.erased_at, $2)`;

interface WrappedKey {
  /** Null once it was erased. */
  readonly key: string | null;
}

/** Envelope encryption: one data key per account, wrapped by the master key and erasable. */
export class EnvelopedPersonalData implements PersonalData {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
    private readonly clock: Clock,
  ) {}

  async cipherOf(accountId: string): Promise<AccountCipher> {
    const known = await this.db.find<WrappedKey>(FIND, [accountId], 'shared');
    const { key } = known ?? (await this.createKey(accountId));
    if (key === null) throw CommonErrors.not_found({ message: 'The personal data of this account was erased.' });
    return new AccountBox(this.box.open(KEY_PURPOSE, key, accountId));
  }

  erase(accountId: string): Promise<void> {
    return this.db.write(ERASE, [accountId, this.clock.now()]);
  }

  /** When two processes race, both use the key that was stored first. */
  private async createKey(accountId: string): Promise<WrappedKey> {
    const wrapped = this.box.seal(KEY_PURPOSE, randomBytes(KEY_BYTES), accountId);
    await this.db.write(ADD, [accountId, wrapped, this.clock.now()]);
    return this.db.get<WrappedKey>(FIND, [accountId]);
  }
}
