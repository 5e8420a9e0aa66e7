import { migrate } from '@trunkline/platform';
import { freshDatabaseUrl, OwnerConnection } from '@trunkline/platform/testing';
import { PriceTheWorld1795020720000, worldRates } from './price-the-world';

const IN_FORCE = `SELECT deck_id AS id, effective_from > now() - interval '1 hour' AS "isRecent" FROM cdr.deck_activations
  WHERE kind = 'voice' AND carrier_id IS NULL AND ended_at IS NULL AND effective_from <= now()
  ORDER BY effective_from DESC, created_at DESC LIMIT 1`;

const A_CDR = `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, started_at, ended_at,
    duration_seconds, billable_duration_seconds, hangup_cause, customer_total_cents, currency, attempts, created_at)
  VALUES ('cdr_01', 'acc_1', 'sw', 'c', 'rd', 'inbound', now(), now(), 0, 0, 'no_answer', 0, 'USD', '[]', now())`;

const ACTIVATE = `INSERT INTO cdr.deck_activations (id, deck_id, kind, effective_from, created_at)
  VALUES ('act_own', 'deck_own', 'voice', now() - interval '1 day', now())`;

describe('the migration to prices for the world', () => {
  let url: string;
  let owner: OwnerConnection;

  beforeEach(async () => {
    url = await freshDatabaseUrl();
    owner = await OwnerConnection.open(url);
    await owner.query(`DELETE FROM cdr.deck_activations WHERE deck_id = 'deck_world';
      DELETE FROM cdr.rates WHERE deck_id = 'deck_world'; DELETE FROM cdr.rate_decks WHERE id = 'deck_world';
      DELETE FROM trunkline_migrations WHERE name ~ '^PriceTheWorld'`);
  });

  afterEach(() => owner.end());

  const inForce = async () => {
    await migrate(url, [{ schemas: [], migrations: [PriceTheWorld1795020720000] }]);
    const { rows } = await owner.query<{ id: string; isRecent: boolean }>(IN_FORCE);
    return rows[0];
  };

  it('replaces the seeded deck of a new installation, from the beginning', async () => {
    expect(await inForce()).toEqual({ id: 'deck_world', isRecent: false });
    const { rows } = await owner.query<{ rates: number; counted: number }>(
      `SELECT (SELECT count(*)::int FROM cdr.rates WHERE deck_id = d.id) AS rates, row_count AS counted
       FROM cdr.rate_decks d WHERE id = 'deck_world'`,
    );
    const rates = worldRates().length;
    expect(rows).toEqual([{ rates, counted: rates }]);
  });

  it('replaces the seeded deck from now on where there were calls, and keeps it for them', async () => {
    await owner.query(A_CDR);
    expect(await inForce()).toEqual({ id: 'deck_world', isRecent: true });
    const { rows } = await owner.query(`SELECT count(*)::int AS rates FROM cdr.rates WHERE deck_id = 'deck_default'`);
    expect(rows).toEqual([{ rates: 116 }]);
  });

  it.each([
    [
      'has changed',
      `UPDATE cdr.rates SET rate_per_minute_microcents = 1 WHERE deck_id = 'deck_default' AND prefix = '49'`,
    ],
    ['has extended', `INSERT INTO cdr.rates VALUES ('deck_default', 'outbound', 'any', '385', 'Croatia', 1, 1, 1, 0)`],
    ['has shortened', `DELETE FROM cdr.rates WHERE deck_id = 'deck_default' AND prefix = '49'`],
  ])('keeps the deck that an operator %s', async (_name, change) => {
    await owner.query(change);
    expect(await inForce()).toEqual({ id: 'deck_default', isRecent: false });
  });

  it('keeps the deck that an operator has activated', async () => {
    await owner.query(`INSERT INTO cdr.rate_decks (id, name, status, usable_from, created_at, activated_at)
      VALUES ('deck_own', 'Own', 'active', now(), now(), now())`);
    await owner.query(ACTIVATE);
    expect(await inForce()).toMatchObject({ id: 'deck_own' });
  });
});
