import type { Topup } from '../../domain/topup';

export interface ChargeNames {
  readonly idempotencyKey: string | null;
  readonly intentId: string;
}

export abstract class TopupRepository {
  /** Throws RetryTransaction when the operation began a top-up concurrently. */
  abstract add(topup: Topup): Promise<void>;
  abstract save(topup: Topup): Promise<void>;
  /** Locks the row until the transaction ends. Throws not_found. */
  abstract lock(id: string): Promise<Topup>;
  abstract findByOperation(accountId: string, operationId: string): Promise<Topup | null>;
  /** False for an unknown id. */
  abstract isOwned(accountId: string, id: string): Promise<boolean>;
  /** Finds the top-up of a charge, by our key or by the processor's intent. */
  abstract findByCharge(charge: ChargeNames): Promise<Topup | null>;
  /** Claims open top-ups whose next check is due, each for one caller, by postponing that check. */
  abstract claimDue(now: Date, limit: number): Promise<Topup[]>;
}
