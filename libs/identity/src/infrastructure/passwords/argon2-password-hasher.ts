import { availableParallelism } from 'node:os';
import { type PasswordHasher } from '../../application/passwords/ports';
import { HashThreads } from './hash-threads';

/** OWASP's second choice for Argon2id, the library's default algorithm: about 9 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** All cores, since hashes have a low priority, and few enough to bound memory: 19 MiB per hash. */
const THREADS = Math.min(availableParallelism(), 4);

/** Hash of 32 discarded random bytes at the same cost; compared when there is no user. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$2mQi4Qi+LFgLWSWKX9eJgA$8hF0OzQCXM5BcBKO0VcVQ78kBpMTd+3wkqD7cAV/MTk';

/** One set of threads for the process. */
const threads = new HashThreads(THREADS);

export class Argon2PasswordHasher implements PasswordHasher {
  hash(password: string): Promise<string> {
    return threads.hash(password, COST);
  }

  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const isRight = await threads.verify(passwordHash ?? DUMMY_HASH, password);
    return isRight && passwordHash !== null;
  }
}
