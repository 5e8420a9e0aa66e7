import type { CardChargeOutcome } from '../application/card-processor';

/** What the sandbox remembers of one charge. */
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
  /** Null for one made at the sandbox itself. */
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

/** A callback on its way: the body is signed when it is sent. */
export interface SandboxEvent {
  readonly id: string;
  readonly accountId: string;
  readonly body: string;
  readonly createdAt: Date;
}

/**
 * The sandbox's own memory, which outlives us as a real processor's does. What changes and the events that tell of it are
 * kept together. Charges are found by their intent.
 */
export abstract class SandboxCharges {
  /** Keeps the charge with its events, and the dispute that follows; or answers what was kept under its key before. */
  abstract once(
    charge: SandboxCharge,
    events: readonly SandboxEvent[],
    dispute: SandboxDispute | null,
  ): Promise<SandboxCharge>;
  abstract findByKey(idempotencyKey: string): Promise<SandboxCharge | null>;
  abstract findByIntent(intentId: string): Promise<SandboxCharge | null>;
  /** Of a charge that waits for its customer. False, and nothing kept, for any other. */
  abstract decide(intentId: string, decision: SandboxDecision, event: SandboxEvent): Promise<boolean>;
  /** Keeps the refund, or answers the one under its key; null when the charge has less left than that. */
  abstract refundOnce(refund: SandboxRefund, event: SandboxEvent): Promise<SandboxRefund | null>;
  abstract refundsOf(intentId: string): Promise<SandboxRefund[]>;
  /** False, and nothing kept, when the charge has a dispute already. */
  abstract dispute(dispute: SandboxDispute, event: SandboxEvent): Promise<boolean>;
  abstract findDispute(intentId: string): Promise<SandboxDispute | null>;
  /** False, and nothing kept, unless the dispute is open. */
  abstract closeDispute(dispute: SandboxDispute, events: readonly SandboxEvent[]): Promise<boolean>;
}
