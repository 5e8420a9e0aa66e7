import type { PaymentMethod } from '../../domain/payment-method';

export abstract class PaymentMethodRepository {
  /** Throws payment_method_exists, or RetryTransaction when the default changed concurrently. */
  abstract add(method: PaymentMethod): Promise<void>;
  abstract save(method: PaymentMethod): Promise<void>;
  /** Locks the account's methods, removed ones too, until the transaction ends. Returns the saved ones, by id. */
  abstract lockAll(accountId: string): Promise<PaymentMethod[]>;
  /** Null for a removed method or another account's. */
  abstract find(accountId: string, id: string): Promise<PaymentMethod | null>;
  abstract findDefault(accountId: string): Promise<PaymentMethod | null>;
  abstract findByOperation(accountId: string, operationId: string): Promise<PaymentMethod | null>;
  /** Lists removed methods that were not saved again and are still attached at the processor. */
  abstract findUndetached(limit: number): Promise<PaymentMethod[]>;
  /** Whether the method is one of them. Exact while the account's methods are locked. */
  abstract isUndetached(id: string): Promise<boolean>;
}

export interface OpenSetup {
  readonly id: string;
  readonly accountId: string;
  readonly expiresAt: Date;
}

/** Card setups that are open at the processor. */
export abstract class CardSetupRepository {
  /** Ignores a setup that exists. */
  abstract add(setup: OpenSetup): Promise<void>;
  abstract findExpired(now: Date, limit: number): Promise<OpenSetup[]>;
  abstract close(id: string, at: Date): Promise<void>;
}
