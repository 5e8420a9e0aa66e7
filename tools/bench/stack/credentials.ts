import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ask } from '../../tour/http';
import type { Stack } from '../../tour/stack';
import { accountOf } from './account';

/** Enough that few requests in flight share one: concurrent lookups of the same credential are merged. */
const CREDENTIALS = 200;

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

/** Signs the user of the stack's account in, and copies the session, each with a secret of its own. */
export async function createSessions(stack: Stack): Promise<Sender[]> {
  const { email, password } = accountOf(stack);
  const { cookie } = await ask('POST', `${stack.rootUrl}/v1/auth/login`, { body: { email, password } });
  const original = /^svc_sid=([^.]+)\./.exec(cookie ?? '')?.[1];
  if (!original) throw new Error('The account of the stack could not sign in.');
  const sign = signerOf(stack);
  const senders = Array.from({ length: CREDENTIALS }, () => {
    const secret = randomBytes(32).toString('base64url');
    return { headers: { cookie: `svc_sid=${secret}.${sign(secret)}` }, secret };
  });
  await inDatabase(
    stack,
    `INSERT INTO identity.sessions
     SELECT (jsonb_populate_record(s, jsonb_build_object('id', 'ses_bench' || copy.n, 'id_hash', '\\x' || copy.hash))).*
     FROM identity.sessions s, unnest($2::text[]) WITH ORDINALITY AS copy (hash, n) WHERE s.id_hash = $1`,
    [
      createHash('sha256').update(original).digest(),
      senders.map(({ secret }) => createHash('sha256').update(secret).digest('hex')),
    ],
  );
  return senders;
}

/** Returns the signature of a session's secret, as the API signs it. */
function signerOf({ dataDir }: Stack): (secret: string) => string {
  const kept = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  const key = kept['SESSION_SECRETS'] ?? '';
  return (secret) => createHmac('sha256', key).update(`session:${secret}`).digest('base64url');
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
