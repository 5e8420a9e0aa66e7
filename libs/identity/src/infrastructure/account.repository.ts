import type { Database } from '@trunkline/platform';
import type { AccountRepository } from '../application/ports';
import type { Account } from '../domain/account';
import { AccountSchema, UserSchema } from './schema';

export class StoredAccounts implements AccountRepository {
  constructor(private readonly db: Database) {}

  add(account: Account): Promise<void> {
    return this.db.table(AccountSchema).add(account);
  }

  lock(id: string): Promise<Account> {
    return this.db.table(AccountSchema).get('id = $1 FOR UPDATE', [id]);
  }

  save(account: Account): Promise<void> {
    return this.db.table(AccountSchema).save(account);
  }

  async findBySignUp(operationId: string) {
    const account = await this.db.table(AccountSchema).find('sign_up_operation_id = $1', [operationId]);
    if (!account) return null;
    // The first member is the user who signed up.
    const isFirst = `id = (SELECT user_id FROM identity.memberships WHERE account_id = $1 ORDER BY joined_at LIMIT 1)`;
    const owner = await this.db.table(UserSchema).find(isFirst, [account.id]);
    return owner && { account, owner };
  }
}
