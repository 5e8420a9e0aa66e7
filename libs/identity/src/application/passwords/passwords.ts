import { assertPassword, normalizePassword, type PasswordRule } from '../../domain/password-policy';
import type { CommonPasswords, PasswordHasher } from './ports';

/** Hashes and compares passwords. */
export class Passwords {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly common: CommonPasswords,
  ) {}

  /** Throws 422 as `hashNew` does, without hashing. */
  assertAllowed(password: string, rule: PasswordRule): void {
    assertPassword(password, rule, (each) => this.common.has(each));
  }

  /** Throws 422 naming `rule.field` for a password that is not allowed. */
  async hashNew(password: string, rule: PasswordRule): Promise<string> {
    this.assertAllowed(password, rule);
    return this.hasher.hash(normalizePassword(password));
  }

  /** Takes as long without a password or without a user as for a wrong password. */
  isRight(passwordHash: string | null, password: string): Promise<boolean> {
    return this.hasher.verify(passwordHash, normalizePassword(password));
  }
}
