import type { PaymentMethod } from '../../domain/cards/payment-method';

export abstract class PaymentMethodRepository {
  /** Throws payment_method_exists, or RetryTransaction when a concurrent change took the default. */
  abstract add(method: PaymentMethod): Promise<void>;
  abstract save(method: PaymentMethod): Promise<void>;
  /** The account's saved methods, in the order of their ids, locked until the transaction ends. */
  abstract lockAll(accountId: string): Promise<PaymentMethod[]>;
  /** A saved one of the account. */
  abstract find(accountId: string, id: string): Promise<PaymentMethod | null>;
  abstract findDefault(accountId: string): Promise<PaymentMethod | null>;
  abstract findByOperation(accountId: string, operationId: string): Promise<PaymentMethod | null>;
  /** Removed here, not saved again since, and the processor not told yet. */
  abstract findUndetached(limit: number): Promise<PaymentMethod[]>;
}

export interface OpenSetup {
  readonly id: string;
  readonly accountId: string;
  readonly expiresAt: Date;
}

/** Setups that customers have begun at the processor. */
export abstract class CardSetupRepository {
  /** Nothing happens when it is there. */
  abstract add(setup: OpenSetup): Promise<void>;
  abstract findExpired(now: Date, limit: number): Promise<OpenSetup[]>;
  abstract close(id: string, at: Date): Promise<void>;
}
