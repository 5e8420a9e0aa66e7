const CAUSES_MAX = 5;
const ERRORS_MAX = 20;
/** What errors of PostgreSQL, of the system and of suppliers carry beside their message, and names no value. */
const CODES = ['code', 'constraint', 'schema', 'table', 'column', 'syscall', 'status', 'kind', 'reason'];

/**
 * An error as the log tells it: what it is, where it comes from, and its codes. Nothing else of it: the error of a
 * statement also carries the values that it was run with, and the row that was refused.
 */
export function loggedError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: error === null ? 'null' : typeof error };
  const { name, message, stack } = error;
  return { type: name, message, stack, ...codesOf(error), ...(depth < CAUSES_MAX && causesOf(error, depth + 1)) };
}

function causesOf(error: Error, depth: number): object {
  const several = error instanceof AggregateError ? error.errors.slice(0, ERRORS_MAX) : [];
  return {
    ...(error.cause !== undefined && { cause: loggedError(error.cause, depth) }),
    ...(several.length > 0 && { errors: several.map((each) => loggedError(each, depth)) }),
  };
}

function codesOf(error: Error): object {
  const isTold = ([name, value]: [string, unknown]) =>
    CODES.includes(name) && (typeof value === 'string' || typeof value === 'number');
  return Object.fromEntries(Object.entries(error).filter(isTold));
}
