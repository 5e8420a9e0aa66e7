import { canonicalNumber } from '@trunkline/kernel';
import { respell, type NumberSpelling } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Conditions } from '../../domain/profiles/conditions';
import { type Respelled, respelledConditions, respelledNumbers, respelledPrefixes } from './respelled-conditions';

interface TrunkRow {
  readonly id: string;
  readonly account_id: string;
  readonly caller_id_override: string;
}

interface TargetRow {
  readonly id: string;
  readonly account_id: string;
  readonly pstn_forward_e164: string | null;
  readonly conditions: Conditions | null;
}

interface CarrierRow {
  readonly id: string;
  readonly prefixes: readonly string[];
}

/** Brings the numbers of trunks, targets and carriers into canonical form. See docs/operations.md#number-spellings. */
export class RespellRoutes1795004000400 implements MigrationInterface {
  readonly name = 'RespellRoutes1795004000400';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await respell<TrunkRow>(db, {
      step: 'caller ID overrides',
      select: `SELECT id, account_id, caller_id_override FROM voice.sip_trunks
        WHERE id > $1 AND caller_id_override IS NOT NULL ORDER BY id LIMIT $2`,
      respell: (row) => respellTrunk(db, row),
    });
    await respell<TargetRow>(db, {
      step: 'forwards and conditions',
      select: `SELECT id, account_id, pstn_forward_e164, conditions FROM voice.routing_targets
        WHERE id > $1 AND (pstn_forward_e164 IS NOT NULL OR conditions IS NOT NULL) ORDER BY id LIMIT $2`,
      respell: (row) => respellTarget(db, row),
    });
    await respell<CarrierRow>(db, {
      step: 'prefixes of carriers',
      select: `SELECT id, prefixes FROM voice.carriers WHERE id > $1 ORDER BY id LIMIT $2`,
      respell: (row) => respellCarrier(db, row),
    });
  }

  async down(): Promise<void> {
    // The former spellings are not stored.
  }
}

async function respellTrunk(db: QueryRunner, row: TrunkRow): Promise<NumberSpelling[]> {
  const { id, account_id: accountId, caller_id_override: stored } = row;
  const canonical = canonicalNumber(stored)?.e164 ?? null;
  if (canonical !== null && canonical !== stored)
    await db.query(
      `UPDATE voice.sip_trunks SET caller_id_override = $3, updated_at = now() WHERE id = $1 AND caller_id_override = $2`,
      [id, stored, canonical],
    );
  return canonical === null ? [{ accountId, subject: id, field: 'caller_id_override', value: stored, canonical }] : [];
}

async function respellTarget(db: QueryRunner, row: TargetRow): Promise<NumberSpelling[]> {
  const { id, account_id: accountId, pstn_forward_e164: stored, conditions } = row;
  const forward = respelledNumbers('pstn_forward_e164', stored === null ? [] : [stored]);
  const [destination = null] = forward.value;
  if (destination !== stored)
    await db.query(
      `UPDATE voice.routing_targets SET pstn_forward_e164 = $3, updated_at = now() WHERE id = $1 AND pstn_forward_e164 = $2`,
      [id, stored, destination],
    );
  const respelled: Respelled<Conditions | null> =
    conditions === null ? { value: null, unclear: [] } : respelledConditions(conditions);
  if (respelled.value !== null)
    await db.query(
      `UPDATE voice.routing_targets SET conditions = $3, updated_at = now() WHERE id = $1 AND conditions = $2::jsonb`,
      [id, JSON.stringify(conditions), JSON.stringify(respelled.value)],
    );
  return [...forward.unclear, ...respelled.unclear].map((unclear) => ({ ...unclear, accountId, subject: id }));
}

async function respellCarrier(db: QueryRunner, { id, prefixes }: CarrierRow): Promise<NumberSpelling[]> {
  const { value, unclear } = respelledPrefixes('prefixes', prefixes);
  if (value.join() !== prefixes.join())
    await db.query(
      `UPDATE voice.carriers SET prefixes = $3, updated_at = now() WHERE id = $1 AND prefixes = $2::text[]`,
      [id, prefixes, value],
    );
  return unclear.map((each) => ({ ...each, accountId: null, subject: id }));
}
