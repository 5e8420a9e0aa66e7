import { createHash, randomBytes } from 'node:crypto';
import type { Stack } from '../../tour/stack';
import { accountOf } from './account';
import { BenchApplication } from './authorization';
import { onClient } from './database';

/** Enough that few requests in flight share one: concurrent lookups of the same credential are merged. */
const CREDENTIALS = 200;

/** Copies the API key of the stack's account, and returns the secret of each copy. */
export async function createKeys(stack: Stack): Promise<string[]> {
  const { apiKey } = accountOf(stack);
  const secrets = Array.from({ length: CREDENTIALS }, () => `svc_live_${randomBytes(24).toString('base64url')}`);
  await inDatabase(
    stack,
    `INSERT INTO identity.api_keys
     SELECT (jsonb_populate_record(k, jsonb_build_object('id', copy.id, 'key_hash', '\\x' || copy.hash))).*
     FROM identity.api_keys k, unnest($2::text[], $3::text[]) AS copy (id, hash) WHERE k.key_hash = $1`,
    [
      createHash('sha256').update(apiKey).digest(),
      secrets.map((_, n) => `key_bench${n}`),
      secrets.map((secret) => createHash('sha256').update(secret).digest('hex')),
    ],
  );
  return secrets;
}

/** Returns as many access tokens, each of a grant of its own. */
export async function createTokens(stack: Stack): Promise<string[]> {
  const application = await BenchApplication.register(stack, accountOf(stack));
  const tokens: string[] = [];
  while (tokens.length < CREDENTIALS) tokens.push(await application.authorize());
  return tokens;
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

async function inDatabase({ databaseUrl }: Stack, text: string, values: unknown[]): Promise<void> {
  const { rowCount } = await onClient(databaseUrl, (client) => client.query(text, values));
  if (!rowCount) throw new Error('There was nothing to copy.');
}
