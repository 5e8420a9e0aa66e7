import { CommonErrors } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { AccountRepository } from '../application/ports';
import type { Account } from '../domain/account';
import { AccountSchema, UserSchema } from './schema';

export class TypeOrmAccountRepository extends AccountRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async add(account: Account): Promise<void> {
    await this.db.manager.insert(AccountSchema, account);
  }

  override async lock(id: string): Promise<Account> {
    const account = await this.db.manager.findOne(AccountSchema, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!account) throw CommonErrors.not_found();
    return account;
  }

  override async findBySignUp(signUpOperationId: string) {
    const account = await this.db.manager.findOneBy(AccountSchema, { signUpOperationId });
    if (!account) return null;
    const owner = await this.db.manager
      .createQueryBuilder(UserSchema, 'u')
      .innerJoin('identity.memberships', 'm', 'm.user_id = u.id')
      .where('m.account_id = :accountId', { accountId: account.id })
      // Whoever else joined since, the one who signed up came first.
      .orderBy('m.joined_at')
      .limit(1)
      .getOneOrFail();
    return { account, owner };
  }
}
