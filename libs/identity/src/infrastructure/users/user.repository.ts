import { type Database, entityOf, violatedConstraint } from '@trunkline/platform';
import { type UserRepository } from '../../application/ports';
import { IdentityErrors } from '../../domain/errors';
import type { User } from '../../domain/users/user';
import { UserSchema } from '../schema';

const forUpdate = { mode: 'pessimistic_write' } as const;
const BY_EMAIL = 'SELECT * FROM identity.users WHERE email = $1';

export class TypeOrmUserRepository implements UserRepository {
  constructor(private readonly db: Database) {}

  async add(user: User): Promise<void> {
    await this.db.manager.insert(UserSchema, user).catch(refuseTakenEmail);
  }

  async save(user: User): Promise<void> {
    await this.db.manager.save(UserSchema, user).catch(refuseTakenEmail);
  }

  find(id: string): Promise<User | null> {
    return this.db.manager.findOneBy(UserSchema, { id });
  }

  findByEmail(email: string): Promise<User | null> {
    return this.byEmail(BY_EMAIL, email);
  }

  lock(id: string): Promise<User | null> {
    return this.db.manager.findOne(UserSchema, { where: { id }, lock: forUpdate });
  }

  lockByEmail(email: string): Promise<User | null> {
    return this.byEmail(`${BY_EMAIL} FOR UPDATE`, email);
  }

  private async byEmail(text: string, email: string): Promise<User | null> {
    const row = await this.db.queryOne(text, [email]);
    return row && entityOf(this.db, UserSchema, row);
  }
}

function refuseTakenEmail(error: unknown): never {
  throw violatedConstraint(error) === 'users_email' ? IdentityErrors.email_in_use() : error;
}
