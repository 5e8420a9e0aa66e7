const CAUSES_MAX = 5;
const ERRORS_MAX = 20;
/** Members of errors of PostgreSQL, the system and suppliers that contain no values. */
const CODES = ['code', 'constraint', 'schema', 'table', 'column', 'syscall', 'status', 'kind', 'reason'];

/**
 * Reduces an error to what may be logged: name, message, stack and codes. The error of a statement also contains its
 * parameters and the rejected row, which must not be logged.
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
