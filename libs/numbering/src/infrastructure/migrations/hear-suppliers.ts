import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What suppliers tell us by themselves: kept under the event's id, once, and followed later. It holds nothing personal. */
export class HearSuppliers1795000304000 implements MigrationInterface {
  readonly name = 'HearSuppliers1795000304000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE numbering.supplier_events (
      supplier text NOT NULL,
      event_id text NOT NULL,
      order_id text,
      supplier_order_id text,
      status text NOT NULL CONSTRAINT supplier_events_status CHECK (status IN ('received', 'handled', 'ignored')),
      attempts integer NOT NULL,
      check_at timestamptz,
      received_at timestamptz NOT NULL,
      closed_at timestamptz,
      PRIMARY KEY (supplier, event_id),
      CONSTRAINT supplier_events_open CHECK ((status = 'received') = (check_at IS NOT NULL)
        AND (status = 'received') = (closed_at IS NULL)))`);
    await db.query(
      `CREATE INDEX supplier_events_due ON numbering.supplier_events (check_at) WHERE check_at IS NOT NULL`,
    );
    await db.query(
      `CREATE INDEX supplier_events_closed ON numbering.supplier_events (closed_at) WHERE closed_at IS NOT NULL`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE numbering.supplier_events`);
  }
}
