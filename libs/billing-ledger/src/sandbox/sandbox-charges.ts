import type { CardChargeOutcome } from '../application/card-processor';

/** A charge at the sandbox. */
export interface SandboxCharge {
  readonly idempotencyKey: string;
  readonly intentId: string;
  readonly accountId: string;
  readonly processorPaymentMethodId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly status: CardChargeOutcome['status'];
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly createdAt: Date;
}

export type SandboxDecision = Pick<SandboxCharge, 'status' | 'failureCode' | 'failureMessage'>;

export interface SandboxRefund {
  readonly refundId: string;
  readonly intentId: string;
  /** Null for a refund that was made at the sandbox. */
  readonly idempotencyKey: string | null;
  readonly amountCents: number;
  readonly createdAt: Date;
}

export interface SandboxDispute {
  readonly disputeId: string;
  readonly intentId: string;
  readonly amountCents: number;
  readonly status: 'needs_response' | 'won' | 'lost';
  readonly createdAt: Date;
}

/** An event to deliver. Its body is signed on delivery. */
export interface SandboxEvent {
  readonly id: string;
  readonly accountId: string;
  readonly body: string;
  readonly createdAt: Date;
}

/**
 * The sandbox's state, which outlives the process like a real processor's. Each change and its events are stored together.
 * Charges are identified by their intent.
 */
export abstract class SandboxCharges {
  /** Stores a charge with its events and dispute, or returns the earlier charge of the key. */
  abstract chargeOnce(
    charge: SandboxCharge,
    events: readonly SandboxEvent[],
    dispute: SandboxDispute | null,
  ): Promise<SandboxCharge>;
  abstract findByKey(idempotencyKey: string): Promise<SandboxCharge | null>;
  abstract findByIntent(intentId: string): Promise<SandboxCharge | null>;
  /** Decides a charge that waits for authentication. Returns false for any other. */
  abstract decide(intentId: string, decision: SandboxDecision, event: SandboxEvent): Promise<boolean>;
  /** Stores a refund, or returns the earlier refund of the key. Null when the charge has less left. */
  abstract refundOnce(refund: SandboxRefund, event: SandboxEvent): Promise<SandboxRefund | null>;
  abstract refundsOf(intentId: string): Promise<SandboxRefund[]>;
  /** Returns false when the charge already has a dispute. */
  abstract dispute(dispute: SandboxDispute, event: SandboxEvent): Promise<boolean>;
  abstract findDispute(intentId: string): Promise<SandboxDispute | null>;
  /** Returns false unless the dispute is open. */
  abstract closeDispute(dispute: SandboxDispute, events: readonly SandboxEvent[]): Promise<boolean>;
}
