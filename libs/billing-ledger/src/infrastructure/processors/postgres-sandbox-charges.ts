import type { Database } from '@trunkline/platform';
import { type SandboxCharge, SandboxCharges } from './sandbox-card-processor';

const CHARGE = `idempotency_key AS "idempotencyKey", intent_id AS "intentId", account_id AS "accountId",
  processor_payment_method_id AS "processorPaymentMethodId", amount_cents AS "amountCents", currency, status,
  client_secret AS "clientSecret", failure_code AS "failureCode", failure_message AS "failureMessage",
  created_at AS "createdAt"`;

/** Counts how often each key was presented, so that a test can tell a repeat from a second charge. */
const ONCE = `INSERT INTO billing.sandbox_charges AS c (idempotency_key, intent_id, account_id,
    processor_payment_method_id, amount_cents, currency, status, client_secret, failure_code, failure_message, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (idempotency_key) DO UPDATE SET requests = c.requests + 1
  RETURNING ${CHARGE}`;

const FIND = `SELECT ${CHARGE} FROM billing.sandbox_charges WHERE idempotency_key = $1`;

export class PostgresSandboxCharges extends SandboxCharges {
  constructor(private readonly db: Database) {
    super();
  }

  override async once(charge: SandboxCharge): Promise<SandboxCharge> {
    this.assertOutside();
    const { idempotencyKey, intentId, accountId, processorPaymentMethodId, amountCents, currency } = charge;
    const { status, clientSecret, failureCode, failureMessage, createdAt } = charge;
    const order = [idempotencyKey, intentId, accountId, processorPaymentMethodId, amountCents, currency];
    const decision = [status, clientSecret, failureCode, failureMessage, createdAt];
    const [kept] = await this.db.query<SandboxCharge>(ONCE, [...order, ...decision]);
    if (!kept) throw new Error('An upsert that returned no row.');
    return kept;
  }

  override find(idempotencyKey: string): Promise<SandboxCharge | null> {
    this.assertOutside();
    return this.db.queryOne<SandboxCharge>(FIND, [idempotencyKey]);
  }

  /** A real processor does not roll back with us; within a transaction this one would, and hide the mistake. */
  private assertOutside(): void {
    if (this.db.inTransaction) throw new Error('The card processor was called inside a transaction.');
  }
}
