import type pg from 'pg';
import type { Stack } from '../../tour/stack';
import { accountOf } from '../stack/account';
import { onClient } from '../stack/database';

/** Enough that few calls in flight share a wallet. */
const CUSTOMERS = 200;

/** What differs between the statements for calls to the numbers of two accounts. */
export interface CalledCustomer {
  readonly accountId: string;
  readonly trunkId: string;
  readonly numberId: string;
  readonly e164: string;
}

/** Returns the owner and the route of a number of the stack's account. */
async function ownerOf(db: pg.Client, accountId: string, e164: string): Promise<CalledCustomer> {
  const { rows } = await db.query<{ id: string; trunk_id: string }>(
    'SELECT id, trunk_id FROM numbering.phone_numbers WHERE account_id = $1 AND e164 = $2',
    [accountId, e164],
  );
  const [number] = rows;
  if (!number) throw new Error('The account of the stack has no such number.');
  return { accountId, trunkId: number.trunk_id, numberId: number.id, e164 };
}

/** Copies the account with its wallet, trunk, gateways and number. Returns the original and the copies. */
export function copyCustomer(stack: Stack, e164: string): Promise<readonly CalledCustomer[]> {
  return onClient(stack.databaseUrl, async (db) => {
    const original = await ownerOf(db, accountOf(stack).accountId, e164);
    const copies = Array.from({ length: CUSTOMERS - 1 }, (_, n) => ({
      accountId: `acc_bench${n}`,
      trunkId: `trk_bench${n}`,
      numberId: `num_bench${n}`,
      e164: `+1900${String(n).padStart(7, '0')}`,
    }));
    const { accountId, trunkId, numberId } = original;
    const values = [accountId, trunkId, numberId, e164, JSON.stringify(copies)];
    for (const copy of COPIES) await db.query(copy, values);
    await db.query('ANALYZE identity.accounts, billing.wallets, voice.sip_trunks, voice.sip_gateways');
    await db.query('ANALYZE numbering.phone_numbers');
    return [original, ...copies];
  });
}

const copyOf = (table: string, where: string, changes: string) => `WITH given AS (
    SELECT $1::text AS account_id, $2::text AS trunk_id, $3::text AS number_id, $4::text AS e164)
  INSERT INTO ${table} SELECT (jsonb_populate_record(base, jsonb_build_object(${changes}))).*
  FROM given JOIN ${table} AS base ON base.${where},
    jsonb_to_recordset($5::jsonb) AS copy ("accountId" text, "trunkId" text, "numberId" text, e164 text)`;

const COPIES = [
  copyOf(
    'identity.accounts',
    'id = given.account_id',
    `'id', copy."accountId", 'sign_up_operation_id', copy."accountId"`,
  ),
  copyOf('billing.wallets', 'account_id = given.account_id', `'account_id', copy."accountId"`),
  copyOf('voice.sip_trunks', 'id = given.trunk_id', `'id', copy."trunkId", 'account_id', copy."accountId"`),
  copyOf(
    'voice.sip_gateways',
    'trunk_id = given.trunk_id',
    `'id', base.id || copy."trunkId", 'trunk_id', copy."trunkId"`,
  ),
  copyOf(
    'numbering.phone_numbers',
    'id = given.number_id',
    `'id', copy."numberId", 'account_id', copy."accountId", 'trunk_id', copy."trunkId", 'e164', copy.e164,
      'order_id', copy."numberId", 'supplier_number_ref', copy."numberId"`,
  ),
];
