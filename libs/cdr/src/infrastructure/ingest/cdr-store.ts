import { columnNames, type Database, selectGiven } from '@trunkline/platform';
import {
  type CallKey,
  type CdrStore,
  type Claim,
  type Claims,
  type PostedCdr,
  type RecordedCall,
} from '../../application/ingest/ports';
import type { CallMargin } from '../../domain/ingest/call-margin';
import { CdrSchema, COUNTED, EstimatedLegSchema, MarginSchema } from '../schema';

/** Locks the marks of the accounts until the transaction ends, so that `created_at` follows the order of commits. */
const MARK = `INSERT INTO cdr.account_marks AS held (account_id, last_created_at)
  SELECT account_id, $2 FROM unnest($1::text[]) AS account_id ORDER BY account_id
  ON CONFLICT (account_id) DO UPDATE
    SET last_created_at = greatest(excluded.last_created_at, held.last_created_at + interval '1 millisecond')
  RETURNING account_id AS "accountId", last_created_at AS "createdAt"`;

/** Waits for another transaction that claims the same call, and skips the call when that one commits. */
const CLAIM = `INSERT INTO cdr.intake (decision_id, switch_id, call_id, account_id, cdr_id)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING RETURNING cdr_id AS "cdrId"`;

const ADD = `INSERT INTO cdr.cdrs (${columnNames(CdrSchema)}) ${selectGiven(CdrSchema)}`;
/** In the transaction of ADD, whose lock of the table keeps the setting as it is. */
const COUNT = `SELECT cdr.count_added(jsonb_agg(added)) FROM (${selectGiven(CdrSchema, COUNTED)}) AS added
  WHERE (SELECT kept_by = 'statement' FROM cdr.counting)`;

const ADD_ESTIMATED = `INSERT INTO cdr.estimated_legs (${columnNames(EstimatedLegSchema)}) ${selectGiven(EstimatedLegSchema)}`;

const ADD_MARGINS = `INSERT INTO cdr.call_margins (${columnNames(MarginSchema)}) ${selectGiven(MarginSchema)}`;

/** The application's role has no right to change CDRs: the function changes those of unanswered calls alone. */
const CORRECT = `SELECT cdr.correct_unanswered(jsonb_agg(cdrs)) AS id FROM (${selectGiven(CdrSchema)}) cdrs`;

/** A claim whose CDR is past its retention counts as answered: there is nothing left to correct. */
const IS_ANSWERED = `c.id IS NULL OR c.answered_at IS NOT NULL AS "isAnswered"`;

export class StoredCdrs implements CdrStore {
  constructor(private readonly db: Database) {}

  async claim(claims: readonly Claim[], now: Date): Promise<Claims> {
    const accountIds = [...new Set(claims.map(({ accountId }) => accountId))];
    const columns = [...columnsOfKeys(claims), claims.map(({ cdrId }) => cdrId)];
    const [marks, rows] = await Promise.all([
      this.db.query<{ accountId: string; createdAt: Date }>(MARK, [accountIds, now]),
      this.db.query<{ cdrId: string }>(CLAIM, columns),
    ]);
    return {
      won: new Set(rows.map(({ cdrId }) => cdrId)),
      createdAt: new Map(marks.map((mark) => [mark.accountId, mark.createdAt])),
    };
  }

  async add(cdrs: readonly PostedCdr[]): Promise<void> {
    await this.db.run(async () => {
      await this.db.write(ADD, [JSON.stringify(cdrs)]);
      await this.db.write(COUNT, [JSON.stringify(cdrs, COUNTED)]);
    });
    await this.addEstimated(cdrs);
  }

  async correct(cdrs: readonly PostedCdr[]): Promise<ReadonlySet<string>> {
    const rows = await this.db.query<{ id: string }>(CORRECT, [JSON.stringify(cdrs)]);
    const corrected = new Set(rows.map(({ id }) => id));
    await this.addEstimated(cdrs.filter(({ id }) => corrected.has(id)));
    return corrected;
  }

  async addMargins(margins: readonly CallMargin[]): Promise<void> {
    await this.db.write(ADD_MARGINS, [JSON.stringify(margins)]);
  }

  private async addEstimated(cdrs: readonly PostedCdr[]): Promise<void> {
    const estimated = cdrs.filter(({ isLegEstimated }) => isLegEstimated);
    if (estimated.length > 0) await this.db.write(ADD_ESTIMATED, [JSON.stringify(estimated)]);
  }

  async findMany(keys: readonly CallKey[]): Promise<ReadonlyMap<string, RecordedCall>> {
    const rows = await this.db.query<RecordedCall & { decisionId: string }>(
      `SELECT i.decision_id AS "decisionId", i.cdr_id AS "cdrId", ${IS_ANSWERED}
        FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS k (decision_id, switch_id, call_id, account_id)
          JOIN cdr.intake i USING (decision_id, switch_id, call_id)
          LEFT JOIN cdr.cdrs c ON c.account_id = k.account_id AND c.id = i.cdr_id`,
      columnsOfKeys(keys),
    );
    return new Map(rows.map(({ decisionId, ...cdr }) => [decisionId, cdr]));
  }

  findByTimes({ accountId, decisionId, startedAt, endedAt }: Parameters<CdrStore['findByTimes']>[0]) {
    return this.db.find<RecordedCall>(
      `SELECT c.id AS "cdrId", ${IS_ANSWERED} FROM cdr.intake i JOIN cdr.cdrs c ON c.account_id = $1 AND c.id = i.cdr_id
        WHERE i.decision_id = $2 AND c.started_at = $3 AND c.ended_at = $4 LIMIT 1`,
      [accountId, decisionId, startedAt, endedAt],
    );
  }
}

function columnsOfKeys(keys: readonly CallKey[]): readonly (readonly (string | null)[])[] {
  return [
    keys.map(({ decisionId }) => decisionId),
    keys.map(({ switchId }) => switchId),
    keys.map(({ callId }) => callId),
    keys.map(({ accountId }) => accountId),
  ];
}
