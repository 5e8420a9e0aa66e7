import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the carriers of messages, which worker connects to each, and what they refuse. See docs/messages.md#carriers. */
export class ConnectCarriers1795021120000 implements MigrationInterface {
  readonly name = 'ConnectCarriers1795021120000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE messaging.carriers (
      id text PRIMARY KEY,
      name text NOT NULL,
      protocol text NOT NULL CONSTRAINT carriers_protocol CHECK (protocol IN ('smpp', 'http', 'sandbox')),
      host text NOT NULL,
      port integer NOT NULL CONSTRAINT carriers_port CHECK (port BETWEEN 1 AND 65535),
      tls boolean NOT NULL,
      system_id text,
      password_sealed text,
      webhook_public_key text,
      system_type text NOT NULL,
      bind text NOT NULL CONSTRAINT carriers_bind CHECK (bind IN ('transceiver', 'pair')),
      window_size integer NOT NULL CONSTRAINT carriers_window CHECK (window_size > 0),
      per_second integer NOT NULL CONSTRAINT carriers_per_second CHECK (per_second > 0),
      per_number_per_second integer NOT NULL
        CONSTRAINT carriers_per_number_per_second CHECK (per_number_per_second > 0),
      source_ton integer NOT NULL CONSTRAINT carriers_source_ton CHECK (source_ton BETWEEN 0 AND 255),
      source_npi integer NOT NULL CONSTRAINT carriers_source_npi CHECK (source_npi BETWEEN 0 AND 255),
      data_coding integer NOT NULL CONSTRAINT carriers_data_coding CHECK (data_coding BETWEEN 0 AND 255),
      prefixes text[] NOT NULL,
      priority integer NOT NULL CONSTRAINT carriers_priority CHECK (priority BETWEEN 0 AND 99),
      numbers text[],
      enabled boolean NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX carriers_page ON messaging.carriers (created_at, id)`);
    // A separate table, because it changes every second.
    await db.query(`CREATE TABLE messaging.carrier_links (
      carrier_id text PRIMARY KEY REFERENCES messaging.carriers ON DELETE CASCADE,
      worker text NOT NULL,
      lease text NOT NULL,
      expires_at timestamptz NOT NULL,
      reported_at timestamptz NOT NULL,
      connected boolean NOT NULL,
      since timestamptz NOT NULL,
      last_error text,
      lag_ms integer,
      in_flight integer NOT NULL,
      accepted integer NOT NULL,
      refused integer NOT NULL) WITH (fillfactor = 50)`);
    await db.query(`CREATE TABLE messaging.carrier_refusals (
      carrier_id text NOT NULL,
      hour timestamptz NOT NULL,
      prefix text NOT NULL,
      code text NOT NULL,
      error_code text NOT NULL,
      count bigint NOT NULL,
      last_at timestamptz NOT NULL,
      PRIMARY KEY (carrier_id, hour, prefix, code, error_code))`);
    await db.query(`CREATE INDEX carrier_refusals_age ON messaging.carrier_refusals USING brin (hour)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE messaging.carrier_refusals, messaging.carrier_links, messaging.carriers`);
  }
}
