import { type Database, violatedConstraint } from '@trunkline/platform';
import { type ClosureRequestRepository } from '../../application/closure/ports';
import { type ClosureReason, ClosureRequest, type ClosureStep } from '../../domain/closure/closure-request';
import { IdentityErrors } from '../../domain/errors';

interface Row {
  id: string;
  account_id: string;
  operation_id: string;
  reason: string | null;
  reason_category: ClosureReason | null;
  requested_by_user_id: string;
  requested_at: Date;
  grace_expires_at: Date;
  cancelled_at: Date | null;
  begun_at: Date | null;
  completed_at: Date | null;
}

const COLUMNS = `id, account_id, operation_id, reason, reason_category, requested_by_user_id, requested_at,
  grace_expires_at, cancelled_at, begun_at, completed_at`;
const INSERT = `INSERT INTO identity.closure_requests (${COLUMNS})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
const UPDATE = `UPDATE identity.closure_requests SET cancelled_at = $2, begun_at = $3, completed_at = $4 WHERE id = $1`;
const STANDING = `SELECT ${COLUMNS} FROM identity.closure_requests WHERE account_id = $1 AND cancelled_at IS NULL`;
const BY_OPERATION = `SELECT ${COLUMNS} FROM identity.closure_requests WHERE account_id = $1 AND operation_id = $2`;
const STEPS = `SELECT step FROM identity.closure_steps WHERE closure_request_id = $1`;
const NOTE = `INSERT INTO identity.closure_steps (closure_request_id, step, done_at) VALUES ($1, $2, $3)
  ON CONFLICT (closure_request_id, step) DO NOTHING`;

export class StoredClosureRequests implements ClosureRequestRepository {
  constructor(private readonly db: Database) {}

  async add({ state }: ClosureRequest): Promise<void> {
    const { id, accountId, operationId, reason, reasonCategory, requestedByUserId } = state;
    const { requestedAt, graceExpiresAt, cancelledAt, begunAt, completedAt } = state;
    const request = [id, accountId, operationId, reason, reasonCategory, requestedByUserId];
    const times = [requestedAt, graceExpiresAt, cancelledAt, begunAt, completedAt];
    try {
      await this.db.query(INSERT, [...request, ...times]);
    } catch (error) {
      throw violatedConstraint(error) === 'closure_requests_standing'
        ? IdentityErrors.closure_already_requested()
        : error;
    }
  }

  async save({ state }: ClosureRequest): Promise<void> {
    await this.db.query(UPDATE, [state.id, state.cancelledAt, state.begunAt, state.completedAt]);
  }

  async find(accountId: string): Promise<ClosureRequest | null> {
    const row = await this.db.queryOne<Row>(STANDING, [accountId]);
    return row && toClosure(row);
  }

  async findByOperation(accountId: string, operationId: string): Promise<ClosureRequest | null> {
    const row = await this.db.queryOne<Row>(BY_OPERATION, [accountId, operationId]);
    return row && toClosure(row);
  }

  async stepsDone(closureId: string): Promise<ReadonlySet<ClosureStep>> {
    const rows = await this.db.query<{ step: ClosureStep }>(STEPS, [closureId]);
    return new Set(rows.map(({ step }) => step));
  }

  async noteStep(closureId: string, step: ClosureStep, now: Date): Promise<void> {
    await this.db.query(NOTE, [closureId, step, now]);
  }
}

function toClosure(row: Row): ClosureRequest {
  return new ClosureRequest({
    id: row.id,
    accountId: row.account_id,
    operationId: row.operation_id,
    reason: row.reason,
    reasonCategory: row.reason_category,
    requestedByUserId: row.requested_by_user_id,
    requestedAt: row.requested_at,
    graceExpiresAt: row.grace_expires_at,
    cancelledAt: row.cancelled_at,
    begunAt: row.begun_at,
    completedAt: row.completed_at,
  });
}
