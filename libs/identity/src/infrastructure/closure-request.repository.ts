import { type Database, violatedConstraint } from '@trunkline/platform';
import type { ClosureRequestRepository } from '../application/closure/ports';
import { ClosureRequest, type ClosureStep } from '../domain/closure-request';
import { IdentityErrors } from '../domain/errors';
import { ClosureRequestSchema } from './schema';

const STEPS = `SELECT step FROM identity.closure_steps WHERE closure_request_id = $1`;
const NOTE = `INSERT INTO identity.closure_steps (closure_request_id, step, done_at) VALUES ($1, $2, $3)
  ON CONFLICT (closure_request_id, step) DO NOTHING`;

export class StoredClosureRequests implements ClosureRequestRepository {
  constructor(private readonly db: Database) {}

  add({ state }: ClosureRequest): Promise<void> {
    return this.db
      .table(ClosureRequestSchema)
      .add(state, (error) =>
        violatedConstraint(error) === 'closure_requests_standing' ? IdentityErrors.closure_already_requested() : error,
      );
  }

  save({ state }: ClosureRequest): Promise<void> {
    return this.db.table(ClosureRequestSchema).save(state);
  }

  find(accountId: string): Promise<ClosureRequest | null> {
    return this.read('account_id = $1 AND cancelled_at IS NULL', [accountId]);
  }

  findByOperation(accountId: string, operationId: string): Promise<ClosureRequest | null> {
    return this.read('account_id = $1 AND operation_id = $2', [accountId, operationId]);
  }

  async stepsDone(closureId: string): Promise<ReadonlySet<ClosureStep>> {
    const rows = await this.db.query<{ step: ClosureStep }>(STEPS, [closureId]);
    return new Set(rows.map(({ step }) => step));
  }

  noteStep(closureId: string, step: ClosureStep, now: Date): Promise<void> {
    return this.db.write(NOTE, [closureId, step, now]);
  }

  private async read(where: string, values: readonly string[]): Promise<ClosureRequest | null> {
    const state = await this.db.table(ClosureRequestSchema).find(where, values);
    return state && new ClosureRequest(state);
  }
}
