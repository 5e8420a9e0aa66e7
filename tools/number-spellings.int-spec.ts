import { persistence } from '@trunkline/composition';
import { createDataSource, migrate, type Persistence, platformPersistence } from '@trunkline/platform';
import { freshDatabaseUrl } from '@trunkline/platform/testing';
import type { DataSource } from 'typeorm';

const CONTEXTS = [platformPersistence, ...persistence];
const NEW = /^(?:ListNumberSpellings|RespellRoutes|RespellNumbers|ListSpelledRates)\d+$/;
/** The contexts before numbers had a canonical form. */
const BEFORE: readonly Persistence[] = CONTEXTS.map((context) => ({
  ...context,
  migrations: context.migrations.filter(({ name }) => !NEW.test(name)),
}));

const TRUNK = `INSERT INTO voice.sip_trunks (id, account_id, name, status, transport, codec_preference, dtmf_mode,
    registration_mode, caller_id_strategy, caller_id_override, inbound_cidrs, created_at, updated_at)
  VALUES ($1, 'acc_1', $1, 'active', 'udp', '{g711a}', 'rfc4733', 'static_ip', 'override', $2, '{}', now(), now())`;
const PROFILE = `INSERT INTO voice.routing_profiles (id, account_id, name, status, strategy, ring_timeout_seconds, max_retries,
    created_at, updated_at) VALUES ('rp_1', 'acc_1', 'Office', 'active', 'failover', 25, 0, now(), now())`;
const TARGET = `INSERT INTO voice.routing_targets (id, profile_id, account_id, kind, position, weight, pstn_forward_e164,
    conditions, enabled, created_at, updated_at)
  VALUES ($1, 'rp_1', 'acc_1', 'pstn_forward', 0, 1, $2, $3, true, now(), now())`;
const CARRIER = `INSERT INTO voice.carriers (id, name, host, port, transport, prefixes)
  VALUES ($1, $1, 'sip.carrier.example', 5060, 'udp', $2)`;
const NUMBER = `INSERT INTO numbering.phone_numbers (id, account_id, order_id, supplier, e164, country, number_type, capabilities,
    monthly_price_cents, setup_price_cents, status, suspended_for, requires_activation, assigned_at, billing_anchor_at,
    billed_months, next_billing_at, failed_billing_attempts, deletion_lock, updated_at)
  VALUES ($1, 'acc_1', $1, 'sandbox', $2, 'DE', 'geographic', '{voice}', 100, 0, 'active', '{}', false, now(), now(), 1, now(), 0,
    false, now())`;

describe('the migrations to canonical numbers', () => {
  let db: DataSource;
  const valuesOf = async (select: string) =>
    (await db.query<{ readonly value: unknown }[]>(select)).map(({ value }) => value);

  beforeAll(async () => {
    const url = new URL(await freshDatabaseUrl());
    const server = await createDataSource({ url: url.toString(), asOwner: true, poolSize: 1 }, []).initialize();
    url.pathname = `/respelled_${Date.now().toString(36)}`;
    await server.query(`CREATE DATABASE ${url.pathname.slice(1)} TEMPLATE template0`);
    await server.destroy();
    await migrate(url.toString(), BEFORE);
    db = await createDataSource({ url: url.toString(), asOwner: true, poolSize: 1 }, []).initialize();
    await db.query(PROFILE);
    await db.query(TRUNK, ['trk_1', '+49030901820']);
    await db.query(TRUNK, ['trk_2', '+4930901820']);
    await db.query(TRUNK, ['trk_3', '+490112']);
    const prefixes = { caller_prefixes: ['+49030', '+4930', '+490'], not_caller_prefixes: ['+4407'] };
    await db.query(TARGET, ['rpt_1', '+119005550123', { ...prefixes, called_numbers: ['+49030901820', '+490112'] }]);
    await db.query(TARGET, ['rpt_2', '+490112', null]);
    await db.query(TARGET, ['rpt_3', '+12125550123', { caller_prefixes: ['+39'] }]);
    await db.query(CARRIER, ['car_1', ['+11900', '+1900', '+490', '+3906']]);
    await db.query(CARRIER, ['car_2', []]);
    await db.query(NUMBER, ['num_1', '+49030901820']);
    await db.query(NUMBER, ['num_2', '+49030901821']);
    await db.query(NUMBER, ['num_3', '+4930901821']);
    await db.query(NUMBER, ['num_4', '+5215512345678']);
    // More rows than one batch has.
    await db.query(`INSERT INTO voice.carriers (id, name, host, port, transport, prefixes)
      SELECT 'car_9' || n, 'Transit ' || n, 'sip.carrier.example', 5060, 'udp', '{+49030}' FROM generate_series(1000, 1600) n`);
    await db.query(`INSERT INTO cdr.rates SELECT deck_id, direction, number_type, '1' || prefix, description,
        rate_per_minute_microcents, first_seconds, next_seconds, connection_fee_cents
      FROM cdr.rates WHERE prefix = '1900'`);
    await migrate(url.toString(), CONTEXTS);
  });
  afterAll(() => db.destroy());

  it('change what is certain', async () => {
    expect(await valuesOf('SELECT caller_id_override AS value FROM voice.sip_trunks ORDER BY id')).toEqual([
      '+4930901820',
      '+4930901820',
      '+490112',
    ]);
    expect(await valuesOf('SELECT pstn_forward_e164 AS value FROM voice.routing_targets ORDER BY id')).toEqual([
      '+19005550123',
      '+490112',
      '+12125550123',
    ]);
    expect(await valuesOf('SELECT conditions AS value FROM voice.routing_targets ORDER BY id')).toEqual([
      {
        caller_prefixes: ['+4930', '+490'],
        not_caller_prefixes: ['+447'],
        called_numbers: ['+4930901820', '+490112'],
      },
      null,
      { caller_prefixes: ['+39'] },
    ]);
    expect(await valuesOf(`SELECT prefixes AS value FROM voice.carriers WHERE id < 'car_9' ORDER BY id`)).toEqual([
      ['+1900', '+490', '+3906'],
      [],
    ]);
    expect(await valuesOf(`SELECT DISTINCT prefixes AS value FROM voice.carriers WHERE id > 'car_9'`)).toEqual([
      ['+4930'],
    ]);
    expect(await valuesOf('SELECT e164 AS value FROM numbering.phone_numbers ORDER BY id')).toEqual([
      '+4930901820',
      '+49030901821',
      '+4930901821',
      '+5215512345678',
    ]);
  });

  it('list the rest for operators, once', async () => {
    const listed = await valuesOf(`SELECT json_build_array(subject, field, value, canonical) AS value
      FROM platform.number_spellings s ORDER BY subject, field, s.value`);
    expect(listed).toEqual([
      ['car_1', 'prefixes', '+490', '+49'],
      ['deck_default', 'prefix', '11900', '1900'],
      ['deck_world', 'prefix', '11900', '1900'],
      ['num_2', 'e164', '+49030901821', '+4930901821'],
      ['num_4', 'e164', '+5215512345678', null],
      ['rpt_1', 'conditions.called_numbers', '+490112', null],
      ['rpt_1', 'conditions.caller_prefixes', '+490', '+49'],
      ['rpt_2', 'pstn_forward_e164', '+490112', null],
      ['trk_3', 'caller_id_override', '+490112', null],
    ]);
    expect(
      await valuesOf(`SELECT DISTINCT account_id AS value FROM platform.number_spellings WHERE subject > 'e'`),
    ).toEqual(['acc_1']);
  });
});
