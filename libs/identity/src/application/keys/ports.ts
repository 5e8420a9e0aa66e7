import type { Page, PageRequest } from '@trunkline/kernel';
import type { ApiKey, ApiKeyStatus } from '../../domain/api-key';
import type { ApiKeyView } from '../views';

type Jwk = Readonly<Record<string, unknown>>;

export interface SigningKey {
  readonly kid: string;
  /** JWA name (RFC 7518). */
  readonly alg: string;
  readonly privateJwk: Jwk;
}

export abstract class SigningKeyStore {
  /** Returns the active key. Creates one if there is none; of two concurrent processes only one does. */
  abstract currentOrCreate(now: Date): Promise<SigningKey>;
  /** Creates a new key and retires the current one. */
  abstract rotate(now: Date): Promise<SigningKey>;
  /** Rotates a current key that was created at `createdBy` or earlier. Returns true in the one process that did. */
  abstract rotateOlder(createdBy: Date, now: Date): Promise<boolean>;
  /**
   * Public keys, newest first: the current one and those whose tokens may still be valid. Creates one if there is none.
   */
  abstract publicJwks(now: Date): Promise<readonly Jwk[]>;
}

/** A key that will expire, with its recipient. */
export interface KeyReminder {
  readonly keyId: string;
  readonly accountId: string;
  readonly keyName: string;
  readonly prefixDisplay: string;
  readonly expiresAt: Date;
  readonly userName: string;
  readonly email: string;
}

export interface TakenReminders {
  /** Number of keys with a due reminder. */
  readonly taken: number;
  /** Reminders for keys that still work and whose user is still a member. */
  readonly due: readonly KeyReminder[];
}

export abstract class KeyReminders {
  /**
   * Claims reminders due at `now`, oldest first, at most `limit`. Committing the transaction clears them; concurrent
   * callers get disjoint sets.
   */
  abstract take(now: Date, limit: number): Promise<TakenReminders>;
}

export abstract class ApiKeyRepository {
  abstract add(apiKey: ApiKey): Promise<void>;
  abstract save(apiKey: ApiKey): Promise<void>;
  /** Locks the key until the transaction ends. Throws not_found, also for a key of another account. */
  abstract lock(accountId: string, id: string): Promise<ApiKey>;
  /** Finds a key of any account; for keys that were exposed. */
  abstract lockByHash(hash: Buffer): Promise<ApiKey | null>;
  /** Counts usable keys: active ones, and rotated ones in their grace period. */
  abstract countWorking(accountId: string, now: Date): Promise<{ standing: number; inGrace: number }>;
}

export interface ApiKeyFilter {
  readonly accountId: string;
  /** Null matches every status. */
  readonly status: readonly ApiKeyStatus[] | null;
}

/** The status is that of the moment. */
export abstract class ApiKeyQueries {
  abstract list(filter: ApiKeyFilter, page: PageRequest<'created_at'>): Promise<Page<ApiKeyView>>;
  /** Throws not_found. */
  abstract get(accountId: string, id: string): Promise<ApiKeyView>;
}
