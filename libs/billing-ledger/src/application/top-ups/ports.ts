import type { Topup } from '../../domain/top-ups/topup';

export abstract class TopupRepository {
  /** Throws RetryTransaction when the operation has begun a top-up meanwhile. */
  abstract add(topup: Topup): Promise<void>;
  abstract save(topup: Topup): Promise<void>;
  /** Locks the row until the transaction ends. */
  abstract lock(id: string): Promise<Topup>;
  abstract findByOperation(accountId: string, operationId: string): Promise<Topup | null>;
  /** False also for an unknown id. */
  abstract isOwned(accountId: string, id: string): Promise<boolean>;
  /** By what the processor knows the charge by: our key, or its intent once we have learnt that. */
  abstract findByCharge(charge: {
    readonly idempotencyKey: string | null;
    readonly intentId: string;
  }): Promise<Topup | null>;
  /** Open top-ups whose next look is due, each given to one caller only; their next look is put off first. */
  abstract claimDue(now: Date, limit: number): Promise<Topup[]>;
}
