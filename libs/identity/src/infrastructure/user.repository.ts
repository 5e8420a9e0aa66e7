import { type Database, violatedConstraint } from '@trunkline/platform';
import type { UserRepository } from '../application/ports';
import { IdentityErrors } from '../domain/errors';
import type { User } from '../domain/user';
import { UserSchema } from './schema';

export class StoredUsers implements UserRepository {
  constructor(private readonly db: Database) {}

  // Callers handle a taken address in their transaction.
  async add(user: User): Promise<void> {
    await this.db.table(UserSchema).add(user, refuseTakenEmail);
    await this.db.settled();
  }

  async save(user: User): Promise<void> {
    await this.db.table(UserSchema).save(user, refuseTakenEmail);
    await this.db.settled();
  }

  find(id: string): Promise<User | null> {
    return this.db.table(UserSchema).find('id = $1', [id]);
  }

  findByEmail(email: string): Promise<User | null> {
    return this.db.table(UserSchema).find('email = $1', [email]);
  }

  lock(id: string): Promise<User | null> {
    return this.db.table(UserSchema).find('id = $1 FOR UPDATE', [id]);
  }

  lockByEmail(email: string): Promise<User | null> {
    return this.db.table(UserSchema).find('email = $1 FOR UPDATE', [email]);
  }
}

function refuseTakenEmail(error: unknown): unknown {
  return violatedConstraint(error) === 'users_email' ? IdentityErrors.email_in_use() : error;
}
