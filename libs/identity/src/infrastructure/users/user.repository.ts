import { type Database, violatedConstraint } from '@trunkline/platform';
import { UserRepository } from '../../application/ports';
import { IdentityErrors } from '../../domain/errors';
import type { User } from '../../domain/users/user';
import { UserSchema } from '../schema';

const forUpdate = { mode: 'pessimistic_write' } as const;

export class TypeOrmUserRepository extends UserRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async add(user: User): Promise<void> {
    await this.db.manager.insert(UserSchema, user).catch(refuseTakenEmail);
  }

  override async save(user: User): Promise<void> {
    await this.db.manager.save(UserSchema, user).catch(refuseTakenEmail);
  }

  override find(id: string): Promise<User | null> {
    return this.db.manager.findOneBy(UserSchema, { id });
  }

  override findByEmail(email: string): Promise<User | null> {
    return this.db.manager.findOneBy(UserSchema, { email });
  }

  override lock(id: string): Promise<User | null> {
    return this.db.manager.findOne(UserSchema, { where: { id }, lock: forUpdate });
  }

  override lockByEmail(email: string): Promise<User | null> {
    return this.db.manager.findOne(UserSchema, { where: { email }, lock: forUpdate });
  }
}

function refuseTakenEmail(error: unknown): never {
  throw violatedConstraint(error) === 'users_email' ? IdentityErrors.email_in_use() : error;
}
