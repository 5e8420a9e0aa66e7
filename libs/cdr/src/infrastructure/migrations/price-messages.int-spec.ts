import { migrate } from '@trunkline/platform';
import { freshDatabaseUrl, OwnerConnection } from '@trunkline/platform/testing';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { messagePrices, PriceMessages1795021130000 } from './price-messages';

const IN_FORCE = `SELECT deck_id FROM cdr.deck_activations WHERE kind = 'sms' AND carrier_id IS NULL AND ended_at IS NULL
  AND effective_from <= now() ORDER BY effective_from DESC, created_at DESC, id DESC LIMIT 1`;

describe('the prices of messages that ship', () => {
  const prices = messagePrices();

  it('have one price for each prefix, from a cent to a dollar', () => {
    expect(new Set(prices.map(({ prefix }) => prefix)).size).toBe(prices.length);
    for (const { rate } of prices) {
      expect(rate).toBeGreaterThanOrEqual(1_000_000);
      expect(rate).toBeLessThanOrEqual(100_000_000);
    }
  });

  it('cover the calling code of every country', () => {
    const prefixes = new Set(prices.map(({ prefix }) => prefix));
    expect(getCountries().filter((country) => !prefixes.has(getCountryCallingCode(country)))).toEqual([]);
  });

  it('leave out networks without a country', () => {
    for (const code of ['800', '870', '881', '882', '883', '979'])
      expect(prices.some(({ prefix }) => code.startsWith(prefix))).toBe(false);
  });

  it.each([
    ['7', 'Russia'],
    ['77', 'Kazakhstan'],
    ['441624', 'Isle of Man'],
    ['1876', 'Jamaica'],
    ['39', 'Italy'],
  ])('name for +%s %s', (prefix, description) => {
    expect(prices.find((price) => price.prefix === prefix)?.description).toBe(description);
  });
});

describe('the migration to prices of messages', () => {
  it('precedes the deck that an operator has activated, and may run again', async () => {
    const url = await freshDatabaseUrl();
    const owner = await OwnerConnection.open(url);
    const inForce = async () => (await owner.query<{ deck_id: string }>(IN_FORCE)).rows[0]?.deck_id;
    expect(await inForce()).toBe('deck_messages');
    await owner.query(`INSERT INTO cdr.rate_decks (id, name, kind, status, usable_from, created_at, activated_at)
      VALUES ('deck_own', 'Own', 'sms', 'active', now(), now(), now())`);
    await owner.query(`INSERT INTO cdr.deck_activations (id, deck_id, kind, effective_from, created_at)
      VALUES ('act_own', 'deck_own', 'sms', now() - interval '1 day', now())`);
    await owner.query(`DELETE FROM trunkline_migrations WHERE name ~ '^PriceMessages'`);
    await migrate(url, [{ schemas: [], migrations: [PriceMessages1795021130000] }]);
    expect(await inForce()).toBe('deck_own');
    const { rows } = await owner.query(`SELECT count(*)::int AS rates FROM cdr.rates WHERE deck_id = 'deck_messages'`);
    expect(rows).toEqual([{ rates: messagePrices().length }]);
    await owner.end();
  });
});
