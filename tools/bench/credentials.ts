import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { ask } from '../tour/http';
import type { Stack } from '../tour/stack';
import { accountOf } from './account';

/** So many that few requests in flight share one: concurrent lookups of the same credential are merged. */
const CREDENTIALS = 200;
const SIGN_INS_AT_ONCE = 8;

/** A credential as sent to the API, and as passed to the floor. */
export interface Sender {
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
}

export interface KeySender extends Sender {
  readonly keyId: string;
}

/** Copies the API key of the stack's account, each with a secret of its own. */
export async function createKeys(stack: Stack): Promise<KeySender[]> {
  const { apiKey } = accountOf(stack);
  const senders = Array.from({ length: CREDENTIALS }, (_, n) => {
    const secret = `svc_live_${randomBytes(24).toString('base64url')}`;
    return { keyId: `key_bench${n}`, secret, headers: { authorization: `Bearer ${secret}` } };
  });
  await inDatabase(
    stack,
    `INSERT INTO identity.api_keys
     SELECT (jsonb_populate_record(k, jsonb_build_object('id', copy.id, 'key_hash', '\\x' || copy.hash))).*
     FROM identity.api_keys k, unnest($2::text[], $3::text[]) AS copy (id, hash) WHERE k.key_hash = $1`,
    [
      createHash('sha256').update(apiKey).digest(),
      senders.map(({ keyId }) => keyId),
      senders.map(({ secret }) => createHash('sha256').update(secret).digest('hex')),
    ],
  );
  return senders;
}

/** Signs the user of the stack's account in, many times. */
export async function createSessions(stack: Stack): Promise<Sender[]> {
  const { email, password } = accountOf(stack);
  const senders: Sender[] = [];
  const signIn = async () => {
    while (senders.length < CREDENTIALS) {
      const { cookie } = await ask('POST', `${stack.rootUrl}/v1/auth/login`, { body: { email, password } });
      const secret = /^svc_sid=([^.]+)\./.exec(cookie ?? '')?.[1];
      if (!cookie || !secret) throw new Error('The account of the stack could not sign in.');
      senders.push({ headers: { cookie }, secret });
    }
  };
  await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, signIn));
  // Sign-ins that ran when the last one was counted.
  return senders.slice(0, CREDENTIALS);
}

/** Copies a number of the stack's account. Returns the copies in E.164. */
export async function copyNumber(stack: Stack, e164: string, count: number): Promise<string[]> {
  const copies = Array.from({ length: count }, (_, n) => `+1900${String(n).padStart(7, '0')}`);
  await inDatabase(
    stack,
    `INSERT INTO numbering.phone_numbers
     SELECT (jsonb_populate_record(p, jsonb_build_object(
       'id', 'num_bench' || copy.n, 'order_id', 'ord_bench' || copy.n, 'supplier_number_ref', 'bench' || copy.n,
       'e164', copy.e164))).*
     FROM numbering.phone_numbers p, unnest($2::text[]) WITH ORDINALITY AS copy (e164, n) WHERE p.e164 = $1`,
    [e164, copies],
  );
  return copies;
}

async function inDatabase(stack: Stack, text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(text, values);
    if (!rowCount) throw new Error('There was nothing to copy.');
  } finally {
    await client.end();
  }
}
