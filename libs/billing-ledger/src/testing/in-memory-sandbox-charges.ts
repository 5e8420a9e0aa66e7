import {
  type SandboxCharge,
  SandboxCharges,
  type SandboxDecision,
  type SandboxDispute,
  type SandboxEvent,
  type SandboxRefund,
} from '../sandbox/sandbox-charges';

/** Sandbox state in memory. Its events wait until a test takes them. */
export class InMemorySandboxCharges extends SandboxCharges {
  /** Charges by idempotency key. */
  readonly charges = new Map<string, SandboxCharge>();
  readonly refunds: SandboxRefund[] = [];
  readonly events: SandboxEvent[] = [];
  private readonly disputes = new Map<string, SandboxDispute>();

  override chargeOnce(
    charge: SandboxCharge,
    events: readonly SandboxEvent[],
    dispute: SandboxDispute | null,
  ): Promise<SandboxCharge> {
    const kept = this.charges.get(charge.idempotencyKey);
    if (kept) return Promise.resolve(kept);
    this.charges.set(charge.idempotencyKey, charge);
    if (dispute) this.disputes.set(dispute.intentId, dispute);
    this.events.push(...events);
    return Promise.resolve(charge);
  }

  override findByKey(idempotencyKey: string): Promise<SandboxCharge | null> {
    return Promise.resolve(this.charges.get(idempotencyKey) ?? null);
  }

  override findByIntent(intentId: string): Promise<SandboxCharge | null> {
    return Promise.resolve([...this.charges.values()].find((charge) => charge.intentId === intentId) ?? null);
  }

  override async decide(intentId: string, decision: SandboxDecision, event: SandboxEvent): Promise<boolean> {
    const charge = await this.findByIntent(intentId);
    if (charge?.status !== 'requires_action') return false;
    this.charges.set(charge.idempotencyKey, { ...charge, ...decision });
    this.events.push(event);
    return true;
  }

  override async refundOnce(refund: SandboxRefund, event: SandboxEvent): Promise<SandboxRefund | null> {
    const { idempotencyKey, intentId } = refund;
    const kept = this.refunds.find((each) => idempotencyKey !== null && each.idempotencyKey === idempotencyKey);
    if (kept) return kept;
    const charge = await this.findByIntent(intentId);
    const refunded = await this.refundsOf(intentId);
    const leftCents = refunded.reduce((cents, each) => cents - each.amountCents, charge?.amountCents ?? 0);
    if (leftCents < refund.amountCents) return null;
    this.refunds.push(refund);
    this.events.push(event);
    return refund;
  }

  override refundsOf(intentId: string): Promise<SandboxRefund[]> {
    return Promise.resolve(this.refunds.filter((refund) => refund.intentId === intentId));
  }

  override dispute(dispute: SandboxDispute, event: SandboxEvent): Promise<boolean> {
    if (this.disputes.has(dispute.intentId)) return Promise.resolve(false);
    this.disputes.set(dispute.intentId, dispute);
    this.events.push(event);
    return Promise.resolve(true);
  }

  override findDispute(intentId: string): Promise<SandboxDispute | null> {
    return Promise.resolve(this.disputes.get(intentId) ?? null);
  }

  override closeDispute(dispute: SandboxDispute, events: readonly SandboxEvent[]): Promise<boolean> {
    if (this.disputes.get(dispute.intentId)?.status !== 'needs_response') return Promise.resolve(false);
    this.disputes.set(dispute.intentId, dispute);
    this.events.push(...events);
    return Promise.resolve(true);
  }
}
