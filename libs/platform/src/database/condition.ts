import { ConditionNotMet } from '@trunkline/kernel';

const DIVISION_BY_ZERO = '22012';

/**
 * SQL: a SELECT that fails, and its transaction with it, unless the condition is true. A transaction of such statements
 * is sent as a whole, with COMMIT, in one round trip. Pass `toConditionNotMet` to `Database.write`.
 */
export const requiring = (condition: string) => `SELECT 1 / (${condition})::integer`;

export function toConditionNotMet(error: unknown): unknown {
  const isUnmet = error instanceof Error && 'code' in error && error.code === DIVISION_BY_ZERO;
  return isUnmet ? new ConditionNotMet() : error;
}
