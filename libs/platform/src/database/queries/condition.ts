import { ConditionNotMet } from '@trunkline/kernel';
import { sqlState } from '../sql-state';

const DIVISION_BY_ZERO = '22012';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * SQL: a SELECT that fails, and its transaction with it, unless the condition is true. A transaction of such statements
 * is sent as a whole, with COMMIT, in one round trip. Pass `toConditionNotMet` to `Database.write`.
 */
export const requiring = (condition: string) => `SELECT 1 / (${condition})::integer`;

export function toConditionNotMet(error: unknown): unknown {
  return sqlState(error) === DIVISION_BY_ZERO ? new ConditionNotMet() : error;
}

/** Pass it to `Database.write` with a statement that locks rows with NOWAIT. */
export function lockedToConditionNotMet(error: unknown): unknown {
  return sqlState(error) === LOCK_NOT_AVAILABLE ? new ConditionNotMet() : error;
}
