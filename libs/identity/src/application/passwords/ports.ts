export abstract class PasswordHasher {
  /** Argon2id, off the event loop. */
  abstract hash(password: string): Promise<string>;
  /** A null hash never matches, and takes as long to verify. See docs/sign-in.md#unknown-emails. */
  abstract verify(hash: string | null, password: string): Promise<boolean>;
}

export abstract class CommonPasswords {
  /** True for one of the most common passwords. `password` is in lower case. */
  abstract has(password: string): boolean;
}
