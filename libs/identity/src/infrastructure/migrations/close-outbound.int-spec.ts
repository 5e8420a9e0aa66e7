import { migrate } from '@trunkline/platform';
import { freshDatabaseUrl, OwnerConnection } from '@trunkline/platform/testing';
import { CloseOutbound1795020780000 } from './close-outbound';

/** More than a batch of the migration. */
const CDRS = 12_000;

const ACCOUNTS = `INSERT INTO identity.accounts (id, name, tier, country, status, billing_mode, suspended_for, settings, created_at)
  SELECT 'acc_' || n, 'Account', 'self_serve', 'US', 'active', 'prepaid', '{}', '{}', now() FROM generate_series(0, 2) n`;

/** Calls of acc_0 and acc_1; those of acc_1 cost nothing, but its last one, which was forwarded. */
const CALLS = `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, country, forward_to_e164,
    started_at, answered_at, ended_at, duration_seconds, billable_duration_seconds, hangup_cause, customer_total_cents, currency,
    billing_transaction_id, attempts, created_at)
  SELECT 'cdr_' || lpad(n::text, 6, '0'), 'acc_' || n % 2, 'sw', 'call', 'rd', CASE WHEN n % 3 > 0 THEN 'outbound' ELSE 'inbound' END,
    (ARRAY['KE', 'BR', NULL])[1 + n % 3], CASE n WHEN $1 - 1 THEN '+5352345678' END, now(), now(), now(), 0, 0,
    'normal_clearing', cost, 'USD', CASE WHEN cost > 0 THEN 'txn' END, '[]', now()
  FROM generate_series(0, $1 - 1) n, LATERAL (SELECT CASE WHEN n % 2 = 0 OR n = $1 - 1 THEN 1 ELSE 0 END AS cost) c`;

describe('the migration that closes outbound calls', () => {
  let owner: OwnerConnection;

  afterEach(() => owner.end());

  it('keeps the countries that calls and forwards of an account were charged for, and may be repeated', async () => {
    const url = await freshDatabaseUrl();
    owner = await OwnerConnection.open(url);
    // Triggers that record activity depend on the columns. See docs/changing.md#removing-a-column.
    await owner.query(`DROP FUNCTION identity.record_activity_of_accounts() CASCADE`);
    await owner.query(
      `ALTER TABLE identity.accounts DROP COLUMN outbound, DROP COLUMN outbound_exceptions, DROP COLUMN charged_countries`,
    );
    await owner.query(ACCOUNTS);
    await owner.query(CALLS, [CDRS]);
    const kept = async () => {
      await owner.query(`DELETE FROM trunkline_migrations WHERE name LIKE 'CloseOutbound%'`);
      await migrate(url, [{ schemas: [], migrations: [CloseOutbound1795020780000] }]);
      const { rows } = await owner.query<{ charged: string[] }>(
        `SELECT charged_countries AS charged FROM identity.accounts ORDER BY id`,
      );
      return rows.map(({ charged }) => charged);
    };
    expect(await kept()).toEqual([['BR'], ['CU'], []]);
    expect(await kept()).toEqual([['BR'], ['CU'], []]);
  });
});
