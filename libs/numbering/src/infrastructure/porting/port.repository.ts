import { newId, type NumberType, type PortReasonCode } from '@trunkline/kernel';
import { columnNames, type CryptoBox, type Database, selectGiven, violatedConstraint } from '@trunkline/platform';
import type { PortRepository } from '../../application/porting/ports';
import type { Actor } from '../../domain/actor';
import { NumberingErrors } from '../../domain/errors';
import type { PortChange, PortComment } from '../../domain/porting/port-event';
import type { PortNumber } from '../../domain/porting/port-number';
import { type PortRequest, RUNNING_PORT_STATUSES } from '../../domain/porting/port-request';
import { PortCommentSchema, PortEventSchema, PortNumberSchema, PortRequestSchema } from './port.schema';
import { openedRequest, sealedComment, sealedRequest } from './sealed-ports';

const NUMBERS = 'numbering.port_numbers';
/** In one order, so that two requests for the same numbers do not deadlock. */
const ADD_NUMBERS = `INSERT INTO ${NUMBERS} (${columnNames(PortNumberSchema)})
  ${selectGiven(PortNumberSchema)} ORDER BY e164`;
const CLAIM = `UPDATE ${NUMBERS} n SET claim = 'submitted', fee_cents = fee.cents
  FROM unnest($2::text[], $3::bigint[]) AS fee (number_type, cents)
  WHERE n.request_id = $1 AND n.status = 'pending' AND n.number_type = fee.number_type`;
const END = `UPDATE ${NUMBERS} SET status = $2, reason_code = $3, claim = NULL
  WHERE request_id = $1 AND status = 'pending'`;
const ACTIVATE = `WITH activating AS (
    UPDATE ${NUMBERS} SET status = 'activating' WHERE request_id = $1 AND status = 'pending' RETURNING fee_cents)
  SELECT count(*)::int AS count, coalesce(sum(fee_cents), 0)::bigint AS "feeCents" FROM activating`;
const CLAIMED = `SELECT DISTINCT e164 FROM ${NUMBERS} WHERE e164 = ANY ($1) AND request_id <> $3
  AND (claim = 'submitted' OR (claim = 'draft' AND account_id = $2)) ORDER BY e164`;
/** What failed is tried again at its time, behind what has been due for longer. $1 now, $2 limit. */
const inTurn = (dueAt: string) => `LEFT JOIN LATERAL (
    SELECT next_at FROM numbering.port_retries WHERE request_id = r.id OFFSET 0) AS t ON true
  WHERE (t.next_at IS NULL OR t.next_at <= $1) ORDER BY coalesce(t.next_at, ${dueAt}), r.id LIMIT $2`;
const ACTIVATING = `SELECT r.id FROM (SELECT DISTINCT request_id FROM ${NUMBERS} WHERE status = 'activating') AS n
  JOIN numbering.port_requests r ON r.id = n.request_id ${inTurn('r.completed_at')}`;
const DUE = `SELECT r.id FROM (
    SELECT id, foc_at FROM numbering.port_requests WHERE auto_activate AND foc_at <= $1) AS r ${inTurn('r.foc_at')}`;
/** After a minute, 2 minutes, 4 and so on, up to an hour. $1 request, $2 now. */
const FAILED = `INSERT INTO numbering.port_retries AS t (request_id, failures, next_at)
  VALUES ($1, 1, $2::timestamptz + interval '1 minute')
  ON CONFLICT (request_id) DO UPDATE SET failures = t.failures + 1,
    next_at = $2::timestamptz + least(interval '1 hour', interval '1 minute' * 2 ^ least(t.failures, 6))`;
const DONE = `DELETE FROM numbering.port_retries WHERE request_id = $1`;
const RUNNING = `status IN (${RUNNING_PORT_STATUSES.map((status) => `'${status}'`).join(', ')})`;
/** Of the requests that a condition selects: what is personal, and what operators wrote about it. */
const erasing = (condition: string) => [
  `UPDATE numbering.port_events SET after = after - ARRAY['exception_message', 'message']
    WHERE after ?| ARRAY['exception_message', 'message']
      AND request_id IN (SELECT id FROM numbering.port_requests WHERE ${condition})`,
  `DELETE FROM numbering.port_comments WHERE request_id IN (SELECT id FROM numbering.port_requests WHERE ${condition})`,
  `UPDATE numbering.port_requests SET details_sealed = NULL, exception_message = NULL WHERE ${condition}`,
];
const ERASE = [
  ...erasing('account_id = $1'),
  `UPDATE numbering.port_outs SET refusal_message = NULL WHERE account_id = $1 AND refusal_message IS NOT NULL`,
];
const ERASE_END_USER = erasing('account_id = $1 AND end_user_id = $2');
/** The indexes by which a number has one open port. */
const CLAIMS: readonly (string | null)[] = ['port_numbers_own', 'port_numbers_submitted'];

export class StoredPorts implements PortRepository {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  async add(request: PortRequest, numbers: readonly PortNumber[]): Promise<void> {
    await this.db.table(PortRequestSchema).add(sealedRequest(this.box, request));
    await this.addNumbers(numbers);
  }

  save(request: PortRequest): Promise<void> {
    return this.db.table(PortRequestSchema).save(sealedRequest(this.box, request));
  }

  async remove({ id }: PortRequest): Promise<void> {
    for (const table of ['port_comments', 'port_events', 'port_numbers'])
      await this.db.write(`DELETE FROM numbering.${table} WHERE request_id = $1`, [id]);
    await this.db.write(`DELETE FROM numbering.port_requests WHERE id = $1`, [id]);
  }

  async get(id: string): Promise<PortRequest> {
    return openedRequest(this.box, await this.db.table(PortRequestSchema).get('id = $1', [id]));
  }

  async lock(accountId: string, id: string): Promise<PortRequest> {
    const found = await this.db.table(PortRequestSchema).get('account_id = $1 AND id = $2 FOR UPDATE', [accountId, id]);
    return openedRequest(this.box, found);
  }

  async lockSubmitted(id: string): Promise<PortRequest> {
    const found = await this.db.table(PortRequestSchema).get(`id = $1 AND status <> 'draft' FOR UPDATE`, [id]);
    return openedRequest(this.box, found);
  }

  async lockRunning(accountId: string): Promise<PortRequest[]> {
    const where = `account_id = $1 AND ${RUNNING} ORDER BY id FOR UPDATE`;
    const found = await this.db.table(PortRequestSchema).query(where, [accountId]);
    return found.map((request) => openedRequest(this.box, request));
  }

  numbersOf(requestId: string): Promise<PortNumber[]> {
    return this.db.table(PortNumberSchema).query('request_id = $1 ORDER BY position', [requestId]);
  }

  async replaceNumbers(requestId: string, numbers: readonly PortNumber[]): Promise<void> {
    await this.db.write(`DELETE FROM ${NUMBERS} WHERE request_id = $1`, [requestId]);
    await this.addNumbers(numbers);
  }

  async findClaimed(accountId: string, e164s: readonly string[], exceptRequestId = ''): Promise<readonly string[]> {
    const rows = await this.db.query<{ e164: string }>(CLAIMED, [e164s, accountId, exceptRequestId]);
    return rows.map(({ e164 }) => e164);
  }

  claim(requestId: string, fees: ReadonlyMap<NumberType, number>): Promise<void> {
    return this.db.write(CLAIM, [requestId, [...fees.keys()], [...fees.values()]], alreadyExists);
  }

  endPending(requestId: string, status: 'rejected' | 'cancelled', reasonCode: PortReasonCode | null): Promise<void> {
    return this.db.write(END, [requestId, status, reasonCode]);
  }

  activatePending(requestId: string): Promise<{ readonly count: number; readonly feeCents: number }> {
    return this.db.get<{ count: number; feeCents: number }>(ACTIVATE, [requestId]);
  }

  saveNumbers(numbers: readonly PortNumber[]): Promise<void> {
    return this.db.table(PortNumberSchema).saveMany(numbers, ['status', 'reasonCode', 'numberId', 'claim']);
  }

  lockActivating(requestId: string, after: number): Promise<PortNumber | null> {
    const rows = `ORDER BY position LIMIT 1 FOR UPDATE SKIP LOCKED`;
    const where = `request_id = $1 AND status = 'activating' AND position > $2 ${rows}`;
    return this.db.table(PortNumberSchema).find(where, [requestId, after]);
  }

  async listActivating(now: Date, limit: number): Promise<readonly string[]> {
    return (await this.db.query<{ id: string }>(ACTIVATING, [now, limit], 'for values')).map(({ id }) => id);
  }

  async listDue(now: Date, limit: number): Promise<readonly string[]> {
    return (await this.db.query<{ id: string }>(DUE, [now, limit], 'for values')).map(({ id }) => id);
  }

  noteFailure(id: string, now: Date): Promise<void> {
    return this.db.write(FAILED, [id, now]);
  }

  noteSuccess(id: string): Promise<void> {
    return this.db.write(DONE, [id]);
  }

  async addEvent(
    { id: requestId, accountId }: Pick<PortRequest, 'id' | 'accountId'>,
    change: PortChange,
    { actor, at }: { readonly actor: Actor; readonly at: Date },
  ): Promise<string> {
    const id = newId('pev');
    const by = { actorKind: actor.kind, actorId: actor.id };
    await this.db.table(PortEventSchema).add({ id, requestId, accountId, at, ...by, ...change });
    return id;
  }

  addComment(comment: PortComment): Promise<void> {
    return this.db.table(PortCommentSchema).add(sealedComment(this.box, comment));
  }

  async erase(accountId: string): Promise<void> {
    for (const text of ERASE) await this.db.write(text, [accountId]);
  }

  async eraseEndUser(accountId: string, endUserId: string): Promise<void> {
    for (const text of ERASE_END_USER) await this.db.write(text, [accountId, endUserId]);
  }

  private addNumbers(numbers: readonly PortNumber[]): Promise<void> {
    return this.db.write(ADD_NUMBERS, [JSON.stringify(numbers)], alreadyExists);
  }
}

/** Of a race that the look-up of claimed numbers did not see. */
function alreadyExists(error: unknown): unknown {
  return CLAIMS.includes(violatedConstraint(error)) ? NumberingErrors.port_already_exists() : error;
}
