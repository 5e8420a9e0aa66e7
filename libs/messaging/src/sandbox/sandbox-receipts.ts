import type { Database } from '@trunkline/platform';

/** A receipt that the sandbox carrier owes, with what the recipient replies. */
export interface SandboxReceipt {
  readonly carrierId: string;
  readonly carrierMessageId: string;
  /** Sender and recipient of the message. */
  readonly from: string;
  readonly to: string;
  readonly state: 'delivered' | 'undelivered';
  readonly dueAt: Date;
  readonly reply: string | null;
}

const ADD = `INSERT INTO messaging.sandbox_receipts
    (carrier_id, carrier_message_id, sender, recipient, state, due_at, reply)
  SELECT "carrierId", "carrierMessageId", "from", "to", state, "dueAt", reply
  FROM jsonb_to_recordset($1::jsonb) AS r ("carrierId" text, "carrierMessageId" text, "from" text, "to" text, state text,
    "dueAt" timestamptz, reply text)
  ON CONFLICT (carrier_id, carrier_message_id) DO NOTHING`;

const DUE = `SELECT carrier_id AS "carrierId", carrier_message_id AS "carrierMessageId", sender AS "from", recipient AS "to",
    state, due_at AS "dueAt", reply
  FROM messaging.sandbox_receipts WHERE carrier_id = $1 AND due_at <= $2 ORDER BY due_at, carrier_message_id LIMIT $3`;

const REMOVE = `DELETE FROM messaging.sandbox_receipts WHERE carrier_id = $1 AND carrier_message_id = ANY ($2)`;

/** The receipts that the sandbox carrier owes, in the database. */
export class SandboxReceipts {
  constructor(private readonly db: Database) {}

  add(receipts: readonly SandboxReceipt[]): Promise<void> {
    return this.db.write(ADD, [JSON.stringify(receipts)]);
  }

  due(carrierId: string, now: Date, limit: number): Promise<SandboxReceipt[]> {
    return this.db.query<SandboxReceipt & Record<string, unknown>>(DUE, [carrierId, now, limit]);
  }

  async remove(carrierId: string, carrierMessageIds: readonly string[]): Promise<void> {
    if (carrierMessageIds.length > 0) await this.db.write(REMOVE, [carrierId, carrierMessageIds]);
  }
}
