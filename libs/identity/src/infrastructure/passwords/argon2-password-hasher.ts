import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { PasswordHasher } from '../../application/ports';
import { ConcurrencyLimit } from './concurrency-limit';

/** OWASP's second choice for Argon2id, the library's default algorithm: about 9 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * One core stays with the event loop, and one of libuv's four threads with disk and name lookups: whoever asks for
 * anything else does not wait for passwords. It bounds the memory, too: 19 MiB a hash.
 */
const HASHES_AT_ONCE_MAX = 3;

/** The hash of 32 random bytes that nobody kept, at the same cost: what is compared with when there is no user. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$2mQi4Qi+LFgLWSWKX9eJgA$8hF0OzQCXM5BcBKO0VcVQ78kBpMTd+3wkqD7cAV/MTk';

export class Argon2PasswordHasher extends PasswordHasher {
  private readonly places = new ConcurrencyLimit(Math.min(Math.max(availableParallelism() - 1, 1), HASHES_AT_ONCE_MAX));

  override hash(password: string): Promise<string> {
    return this.places.run(() => hash(password, COST));
  }

  override async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const isRight = await this.places.run(() => verify(passwordHash ?? NOBODYS_HASH, password));
    return isRight && passwordHash !== null;
  }
}
