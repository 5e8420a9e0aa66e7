import { createHash, randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { addDays, newId } from '@trunkline/kernel';
import { SendMessages } from '@trunkline/messaging';
import { Database } from '@trunkline/platform';
import type pg from 'pg';
import type { Stack } from '../../tour/stack';
import { startFloor } from '../floor/floor';
import { compare, type Comparison } from '../measuring/measure';
import { perSecondOf, post } from '../measuring/post';
import { statementsOf } from '../measuring/statements';
import { accountOf } from '../stack/account';
import { inApplication } from '../stack/application';
import { onClient } from '../stack/database';
import { onStack } from '../stack/stack';
import { orderNumber } from '../switch/calls';

const ACCOUNTS = 20;
const KEYS_EACH = 10;
const CLIENTS = 32;
const ROUNDS = { rounds: 5, seconds: 3, warmUps: 1, target: 0.5 };
const FUNDS_CENTS = 1_000_000_000;
/** Scheduled messages wait: their delivery takes no part of the cores. */
const AHEAD_DAYS = 20;

interface Sender {
  readonly accountId: string;
  readonly number: string;
  readonly keys: readonly string[];
}

/** The writes of one message of each account, with their values as JSON. */
export interface MessagePlan {
  readonly accounts: readonly (readonly { readonly text: string; readonly values: string }[])[];
}

/** Measures POST /v1/sms of 20 accounts with ten keys each, beside bare Node and pg with the same writes. */
export const benchAccepted = (): Promise<Comparison> =>
  onStack(async (stack) => {
    const senders = await createSenders(stack);
    const floor = await startFloor(stack.databaseUrl, await planOfWrites(stack, senders), 'messages/message-floor');
    const agent = new Agent({ keepAlive: true });
    const send = (url: string) => async (lane: number) => {
      const { number, keys } = senders[lane % senders.length] as Sender;
      const body = { from: number, to: recipient(), body: 'Your code is 123456.', scheduled_at: scheduled() };
      const headers = { authorization: `Bearer ${keys[lane % keys.length] ?? ''}` };
      await post({ url, agent, headers, type: 'application/json', body: JSON.stringify(body) });
    };
    const contender = (name: string, url: string) => ({
      name,
      perSecond: (seconds: number) => perSecondOf(CLIENTS, seconds, send(url)),
    });
    try {
      return await compare(
        'POST /v1/sms',
        {
          floor: contender('bare http and pg', floor.url),
          ours: contender('Trunkline', `${stack.rootUrl}/v1/sms`),
        },
        ROUNDS,
      );
    } finally {
      floor.stop();
      agent.destroy();
    }
  });

const scheduled = () => Math.floor(addDays(new Date(), AHEAD_DAYS).getTime() / 1000);

let numbers = 0;
/** Conversations are ordered: each message has a recipient of its own. */
const recipient = () => `+1212${String(2_000_000 + (numbers++ % 7_000_000))}`;

/** Copies the account of the stack, with its user, a number, money and API keys. */
async function createSenders(stack: Stack): Promise<Sender[]> {
  const original = await orderNumber(stack);
  const { apiKey } = accountOf(stack);
  const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');
  const senders = Array.from({ length: ACCOUNTS }, (_, n) => ({
    accountId: newId('acc'),
    number: `+1646${String(2_000_000 + n)}`,
    keys: Array.from({ length: KEYS_EACH }, () => `svc_live_${randomBytes(24).toString('base64url')}`),
  }));
  await onClient(stack.databaseUrl, async (client) => {
    const accountId = await accountOfKey(client, hash(apiKey));
    for (const { accountId: id, number, keys } of senders) {
      const changed = { id, account_id: id, sign_up_operation_id: id, tier: 'wholesale' };
      await copy(client, ['identity.accounts', 'id', accountId], changed);
      await copy(client, ['identity.memberships', 'account_id', accountId], changed);
      await copy(client, ['billing.wallets', 'account_id', accountId], { ...changed, balance_cents: FUNDS_CENTS });
      const copied = { order_id: newId('ord'), supplier_number_ref: number, e164: number };
      await copy(client, ['numbering.phone_numbers', 'e164', original], {
        ...copied,
        id: newId('num'),
        account_id: id,
      });
      for (const key of keys)
        await copy(client, ['identity.api_keys', `encode(key_hash, 'hex')`, hash(apiKey)], {
          id: newId('key'),
          account_id: id,
          key_hash: `\\x${hash(key)}`,
        });
    }
  });
  return senders;
}

async function accountOfKey(client: pg.Client, hash: string): Promise<string> {
  const text = `SELECT account_id FROM identity.api_keys WHERE encode(key_hash, 'hex') = $1`;
  const { rows } = await client.query<{ account_id: string }>(text, [hash]);
  return rows[0]?.account_id ?? '';
}

async function copy(
  client: pg.Client,
  [table, key, of]: readonly [string, string, string],
  changed: object,
): Promise<void> {
  const text = `INSERT INTO ${table} SELECT (jsonb_populate_record(r, $2)).* FROM ${table} r WHERE ${key} = $1 LIMIT 1`;
  const { rowCount } = await client.query(text, [of, changed]);
  if (!rowCount) throw new Error(`${table} has nothing to copy.`);
}

/** Records the writes of a message of each account. */
const planOfWrites = (stack: Stack, senders: readonly Sender[]): Promise<MessagePlan> =>
  inApplication(stack, async (app) => {
    const [db, sending] = [app.get(Database), app.get(SendMessages)];
    const accounts: MessagePlan['accounts'][number][] = [];
    for (const { accountId, number: from } of senders) {
      const text = { body: 'Your code is 123456.', smartEncoding: false, customerReference: null, batchId: null };
      const recipients = [{ id: newId('sms'), to: recipient() }];
      const request = { accountId, from, recipients, ...text, scheduledAt: addDays(new Date(), AHEAD_DAYS) };
      const statements = await statementsOf(db, () => sending.sendOne(request));
      const writes = statements.filter((statement) => /INSERT INTO (messaging|billing)/.test(statement.text));
      if (writes.length !== 2) throw new Error('A message is no longer written by two statements.');
      accounts.push(writes.map((write) => ({ text: write.text, values: JSON.stringify(write.values) })));
    }
    return { accounts };
  });
