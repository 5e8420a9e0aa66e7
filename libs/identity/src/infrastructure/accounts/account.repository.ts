import { CommonErrors } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type AccountRepository } from '../../application/ports';
import type { Account } from '../../domain/accounts/account';
import { AccountSchema, UserSchema } from '../schema';

export class StoredAccounts implements AccountRepository {
  constructor(private readonly db: Database) {}

  async add(account: Account): Promise<void> {
    await this.db.manager.insert(AccountSchema, account);
  }

  async lock(id: string): Promise<Account> {
    const account = await this.db.manager.findOne(AccountSchema, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!account) throw CommonErrors.not_found();
    return account;
  }

  async save(account: Account): Promise<void> {
    await this.db.manager.save(AccountSchema, account);
  }

  async findBySignUp(signUpOperationId: string) {
    const account = await this.db.manager.findOneBy(AccountSchema, { signUpOperationId });
    if (!account) return null;
    // The first member is the user who signed up.
    const first = await this.db.queryOne<{ user_id: string }>(
      `SELECT user_id FROM identity.memberships WHERE account_id = $1 ORDER BY joined_at LIMIT 1`,
      [account.id],
    );
    const owner = first && (await this.db.manager.findOneBy(UserSchema, { id: first.user_id }));
    if (!owner) return null;
    return { account, owner };
  }
}
