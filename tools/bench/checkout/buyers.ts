import { Agent } from 'node:http';
import { newId } from '@trunkline/kernel';
import type pg from 'pg';
import { ask, listAt, textAt } from '../../tour/http';
import type { Stack } from '../../tour/stack';
import { accountOf } from '../stack/account';
import { eventsHandled } from '../stack/database';
import { post } from '../measuring/post';

/** Accounts that buy at once. */
export const BUYERS = 8;
/** Of each buyer, with an API key each: 200 credentials. */
export const CARTS = 25;

/** A purchase of each key of a buyer. */
export interface Purchase {
  readonly prepare: (key: string, buyer: Buyer) => Promise<void>;
  readonly buy: (key: string, buyer: Buyer) => Promise<void>;
}

const agent = new Agent({ keepAlive: true });
const FUNDS_CENTS = 1_000_000;
const ITEMS = 2;

/** Copies of the stack's account, with its user, so that each has a wallet of its own. */
const COPIES = [
  `INSERT INTO identity.accounts SELECT (jsonb_populate_record(r, $2)).* FROM identity.accounts r WHERE id = $1`,
  `INSERT INTO identity.memberships SELECT (jsonb_populate_record(r, $2)).* FROM identity.memberships r WHERE account_id = $1`,
  `INSERT INTO billing.wallets (account_id, billing_mode, currency, opened_at, updated_at)
   SELECT $2::jsonb->>'account_id', billing_mode, currency, now(), now() FROM billing.wallets WHERE account_id = $1`,
];

/** An account with several carts, one per API key. */
export interface Buyer {
  readonly keys: readonly string[];
  readonly selectToken: string;
}

/** Creates buyers. Each buys in an area of its own. */
export async function createBuyers(stack: Stack, pool: pg.Pool, country = 'US'): Promise<Buyer[]> {
  const { email, password, accountId: original, apiKey } = accountOf(stack);
  const { cookie } = await ask('POST', `${stack.rootUrl}/v1/auth/login`, { body: { email, password } });
  const byKey = { authorization: `Bearer ${apiKey}` };
  const areas = await ask('GET', `${stack.rootUrl}/v1/catalog/search?country=${country}&source=availability&limit=50`, {
    headers: byKey,
  });
  const codes = [...new Set(listAt(areas.body, 'data.items').map((row) => textAt(row, 'area_code')))];
  const origin = new URL(stack.dashboardUrl).origin;
  return Promise.all(
    Array.from({ length: BUYERS }, async (_, index) => {
      const accountId = newId('acc');
      for (const text of COPIES) {
        await pool.query(text, [original, { id: accountId, account_id: accountId, sign_up_operation_id: accountId }]);
      }
      await ask('POST', `${stack.internalUrl}/operator/accounts/${accountId}/adjustments`, {
        headers: { authorization: `Bearer ${stack.operatorToken}` },
        body: { amount_cents: FUNDS_CENTS, reason: 'bench', reference: 'bench' },
      });
      const headers = { cookie: cookie ?? '', origin, 'x-account-id': accountId };
      const keys: string[] = [];
      while (keys.length < CARTS) {
        const made = await ask('POST', `${stack.rootUrl}/v1/api-keys`, { headers, body: { name: 'bench' } });
        keys.push(textAt(made.body, 'data.key'));
      }
      const area = `country=${country}&area_code=${codes[index % codes.length] ?? ''}`;
      return { keys, selectToken: await tokenOf(stack, keys[0] ?? '', area) };
    }),
  );
}

async function tokenOf({ rootUrl }: Stack, key: string, area: string): Promise<string> {
  const query = `source=availability&${area}`;
  const headers = { authorization: `Bearer ${key}` };
  const found = await ask('GET', `${rootUrl}/v1/catalog/search?${query}`, { headers });
  return textAt(listAt(found.body, 'data.items')[0], 'select_token');
}

export async function fillCart({ rootUrl }: Stack, key: string, { selectToken }: Buyer): Promise<void> {
  const body = { select_token: selectToken, quantity: ITEMS };
  const headers = { authorization: `Bearer ${key}` };
  const { status } = await ask('POST', `${rootUrl}/v1/cart/items`, { headers, body });
  if (status !== 201) throw new Error(`The cart could not be filled: ${status}.`);
}

export async function checkOut({ rootUrl }: Stack, key: string): Promise<void> {
  const body = await buy(`${rootUrl}/v1/cart/checkout`, key, {});
  if (textAt(body, 'data.status') !== 'all_provisioned') throw new Error(`Not bought: ${JSON.stringify(body)}`);
}

export async function orderNumber({ rootUrl }: Stack, key: string, { selectToken }: Buyer): Promise<void> {
  const body = await buy(`${rootUrl}/v1/numbers`, key, { select_token: selectToken });
  if (textAt(body, 'data.order.status') !== 'provisioned') throw new Error(`Not bought: ${JSON.stringify(body)}`);
}

async function buy(url: string, key: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': newId('op') };
  const answer = await post({ url, agent, headers, type: 'application/json', body: JSON.stringify(body) });
  return JSON.parse(answer);
}

/** Returns how many purchases a second all keys of the buyers make, each buyer one at a time. */
export async function purchasesPerSecond(
  pool: pg.Pool,
  buyers: readonly Buyer[],
  { prepare, buy }: Purchase,
): Promise<number> {
  await Promise.all(buyers.flatMap((buyer) => buyer.keys.map((key) => prepare(key, buyer))));
  const began = performance.now();
  await Promise.all(
    buyers.map(async (buyer) => {
      for (const key of buyer.keys) await buy(key, buyer);
    }),
  );
  const count = buyers.reduce((sum, { keys }) => sum + keys.length, 0);
  const rate = (count * 1000) / (performance.now() - began);
  await eventsHandled(pool);
  return rate;
}
