import type { EventBus } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { CardChargeOutcome } from '../../application/card-processor';

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

const CHARGE = `idempotency_key AS "idempotencyKey", intent_id AS "intentId", account_id AS "accountId",
  processor_payment_method_id AS "processorPaymentMethodId", amount_cents AS "amountCents", currency, status,
  failure_code AS "failureCode", failure_message AS "failureMessage", created_at AS "createdAt"`;
const REFUND = `id AS "refundId", intent_id AS "intentId", idempotency_key AS "idempotencyKey",
  amount_cents AS "amountCents", created_at AS "createdAt"`;
const DISPUTE = `id AS "disputeId", intent_id AS "intentId", amount_cents AS "amountCents", status,
  created_at AS "createdAt"`;

/** Counts the requests of each key, so that a test can tell a repeat from a second charge. */
const CHARGE_ONCE = `INSERT INTO billing.sandbox_charges AS c (idempotency_key, intent_id, account_id,
    processor_payment_method_id, amount_cents, currency, status, failure_code, failure_message, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (idempotency_key) DO UPDATE SET requests = c.requests + 1
  RETURNING ${CHARGE}`;
const DECIDE = `UPDATE billing.sandbox_charges SET status = $2, failure_code = $3, failure_message = $4
  WHERE intent_id = $1 AND status = 'requires_action' RETURNING intent_id`;
const LEFT = `SELECT amount_cents - (SELECT coalesce(sum(amount_cents), 0)::bigint
    FROM billing.sandbox_refunds WHERE intent_id = $1) AS "leftCents"
  FROM billing.sandbox_charges WHERE intent_id = $1`;
const ADD_REFUND = `INSERT INTO billing.sandbox_refunds (id, intent_id, idempotency_key, amount_cents, created_at)
  VALUES ($1, $2, $3, $4, $5)`;
const ADD_DISPUTE = `INSERT INTO billing.sandbox_disputes (id, intent_id, amount_cents, status, created_at)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT (intent_id) DO NOTHING RETURNING id`;
const CLOSE_DISPUTE = `UPDATE billing.sandbox_disputes SET status = $2
  WHERE id = $1 AND status = 'needs_response' RETURNING id`;
const ADD_EVENT = `INSERT INTO billing.sandbox_events (id, account_id, body, due_at, created_at)
  VALUES ($1, $2, $3, $4, $4)`;

/**
 * The sandbox's state, which outlives the process like a real processor's. Each change and its events are one transaction
 * of its own: a processor does not roll back with the caller. Charges are identified by their intent.
 */
export class SandboxCharges {
  constructor(
    private readonly db: Database,
    private readonly bus: EventBus,
  ) {}

  /** Stores a charge with its events and dispute, or returns the earlier charge of the key. */
  chargeOnce(
    charge: SandboxCharge,
    events: readonly SandboxEvent[],
    dispute: SandboxDispute | null,
  ): Promise<SandboxCharge> {
    return this.outside(async () => {
      const { idempotencyKey, intentId, accountId, processorPaymentMethodId, amountCents, currency } = charge;
      const order = [idempotencyKey, intentId, accountId, processorPaymentMethodId, amountCents, currency];
      const decision = [charge.status, charge.failureCode, charge.failureMessage, charge.createdAt];
      const [kept] = await this.db.query<SandboxCharge>(CHARGE_ONCE, [...order, ...decision]);
      if (!kept) throw new Error('The upsert of a sandbox charge returned no row.');
      if (kept.intentId !== intentId) return kept;
      if (dispute) await this.addDispute(dispute);
      await this.addEvents(events);
      return kept;
    });
  }

  findByKey(idempotencyKey: string): Promise<SandboxCharge | null> {
    return this.outside(() =>
      this.db.find<SandboxCharge>(`SELECT ${CHARGE} FROM billing.sandbox_charges WHERE idempotency_key = $1`, [
        idempotencyKey,
      ]),
    );
  }

  findByIntent(intentId: string): Promise<SandboxCharge | null> {
    return this.outside(() =>
      this.db.find<SandboxCharge>(`SELECT ${CHARGE} FROM billing.sandbox_charges WHERE intent_id = $1`, [intentId]),
    );
  }

  /** Decides a charge that waits for authentication. Returns false for any other. */
  decide(intentId: string, decision: SandboxDecision, event: SandboxEvent): Promise<boolean> {
    return this.outside(async () => {
      const { status, failureCode, failureMessage } = decision;
      const decided = await this.db.query(DECIDE, [intentId, status, failureCode, failureMessage]);
      if (decided.length > 0) await this.addEvents([event]);
      return decided.length > 0;
    });
  }

  /** Stores a refund, or returns the earlier refund of the key. Null when the charge has less left. */
  refundOnce(refund: SandboxRefund, event: SandboxEvent): Promise<SandboxRefund | null> {
    const { refundId, intentId, idempotencyKey, amountCents, createdAt } = refund;
    return this.outside(async () => {
      // Serializes refunds of one charge, which could exceed the charge together.
      await this.db.query(`SELECT FROM billing.sandbox_charges WHERE intent_id = $1 FOR UPDATE`, [intentId]);
      const [kept] = await this.refundsWhere('idempotency_key = $1', idempotencyKey);
      if (kept) return kept;
      const charge = await this.db.find<{ leftCents: number }>(LEFT, [intentId]);
      if (!charge || charge.leftCents < amountCents) return null;
      await this.db.query(ADD_REFUND, [refundId, intentId, idempotencyKey, amountCents, createdAt]);
      await this.addEvents([event]);
      return refund;
    });
  }

  refundsOf(intentId: string): Promise<SandboxRefund[]> {
    return this.outside(() => this.refundsWhere('intent_id = $1', intentId));
  }

  /** Returns false when the charge already has a dispute. */
  dispute(dispute: SandboxDispute, event: SandboxEvent): Promise<boolean> {
    return this.outside(async () => {
      const isNew = await this.addDispute(dispute);
      if (isNew) await this.addEvents([event]);
      return isNew;
    });
  }

  findDispute(intentId: string): Promise<SandboxDispute | null> {
    return this.outside(() =>
      this.db.find<SandboxDispute>(`SELECT ${DISPUTE} FROM billing.sandbox_disputes WHERE intent_id = $1`, [intentId]),
    );
  }

  /** Returns false unless the dispute is open. */
  closeDispute({ disputeId, status }: SandboxDispute, events: readonly SandboxEvent[]): Promise<boolean> {
    return this.outside(async () => {
      const closed = await this.db.query(CLOSE_DISPUTE, [disputeId, status]);
      if (closed.length > 0) await this.addEvents(events);
      return closed.length > 0;
    });
  }

  private async addDispute(dispute: SandboxDispute): Promise<boolean> {
    const { disputeId, intentId, amountCents, status, createdAt } = dispute;
    const added = await this.db.query(ADD_DISPUTE, [disputeId, intentId, amountCents, status, createdAt]);
    return added.length > 0;
  }

  private refundsWhere(condition: string, value: string | null): Promise<SandboxRefund[]> {
    return this.db.query<SandboxRefund>(
      `SELECT ${REFUND} FROM billing.sandbox_refunds WHERE ${condition} ORDER BY id`,
      [value],
    );
  }

  private async addEvents(events: readonly SandboxEvent[]): Promise<void> {
    for (const { id, accountId, body, createdAt } of events) {
      await this.db.query(ADD_EVENT, [id, accountId, body, createdAt]);
      await this.bus.publish({ type: 'billing.sandbox_event.due', accountId, data: { event_id: id } });
    }
  }

  /** Inside the caller's transaction the sandbox would roll back with it and hide the mistake. */
  private outside<T>(work: () => Promise<T>): Promise<T> {
    if (this.db.inTransaction) throw new Error('The card processor was called inside a transaction.');
    return this.db.run(work);
  }
}
