import type { MigrationInterface, QueryRunner } from 'typeorm';

const COVERAGE = 'numbering.port_coverage';
const CARRIERS = 'numbering.port_carriers';

/** Adds which numbers can be ported to us, and from which carriers. See docs/porting.md#coverage. */
export class CoverPorts1795021150000 implements MigrationInterface {
  readonly name = 'CoverPorts1795021150000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE ${COVERAGE} (
      country text NOT NULL,
      number_type text NOT NULL CONSTRAINT port_coverage_number_type
        CHECK (number_type IN ('geographic', 'national', 'mobile', 'tollfree', 'inum')),
      portable boolean NOT NULL,
      lead_days integer NOT NULL,
      required_documents text[] NOT NULL CONSTRAINT port_coverage_documents
        CHECK (required_documents <@ ARRAY['loa', 'invoice', 'identity', 'other']),
      required_fields text[] NOT NULL CONSTRAINT port_coverage_fields
        CHECK (required_fields <@ ARRAY['end_user_id', 'billing_phone_e164', 'requested_foc_at']),
      pin_required boolean NOT NULL,
      fee_cents bigint NOT NULL,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (country, number_type),
      CONSTRAINT port_coverage_terms CHECK (lead_days >= 0 AND fee_cents >= 0))`);
    await db.query(`CREATE TABLE ${CARRIERS} (
      prefix text PRIMARY KEY CONSTRAINT port_carriers_prefix CHECK (prefix ~ '^[1-9][0-9]{1,14}$'),
      carrier text NOT NULL,
      updated_at timestamptz NOT NULL)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE ${CARRIERS}, ${COVERAGE}`);
  }
}
