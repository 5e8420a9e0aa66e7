const CAUSES_MAX = 5;

/** No way to the server: as Node, or the resolver, names it. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * PostgreSQL's states of a server that cannot serve (appendix A of its manual): connection exceptions, insufficient
 * resources, shutdown and start-up, and 25006, which is what a standby answers to a write.
 */
const SERVER_STATES = /^(08(000|001|003|004|006|007)|53[0-9A-Z]{3}|57P0[1235]|25006)$/;
/** Of a pooler that cannot reach its server; without FATAL it is a statement of ours that breaks the protocol. */
const PROTOCOL_VIOLATION = '08P01';

/** The drivers give these errors no code: pg and its pool, then TypeORM, then ioredis. */
const MESSAGES = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect$/,
  /^timeout expired$/,
  /^Query read timeout$/,
  /^Client (has encountered a connection error|was closed) and is not queryable$/,
  /^Cannot use a pool after calling end on the pool$/,
  /^Driver not Connected$/,
  /^Stream isn't writeable and enableOfflineQueue options is false$/,
  /^Connection is closed\.$/,
  /^Command (timed out|aborted due to connection close)$/,
  /^(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|NOREPLICAS|MISCONF|OOM) /,
];
const NAMES = new Set(['MaxRetriesPerRequestError', 'CannotExecuteNotConnectedError']);

/**
 * True for an error that says that the database or a store cannot serve at present: unreachable, shutting down or starting
 * up, out of connections, a standby, or no connection free in time. Such an error is no fault of the request, nor of
 * ours, and the request may succeed later. Looks through wrapped errors.
 */
export function isOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > CAUSES_MAX) return false;
  const { name, message } = error;
  if (isOutageCode(error) || NAMES.has(name) || MESSAGES.some((pattern) => pattern.test(message))) return true;
  return errorsWithin(error).some((inner) => isOutage(inner, depth + 1));
}

function errorsWithin(error: Error): readonly unknown[] {
  const several: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error.cause, 'driverError' in error ? error.driverError : undefined, ...several];
}

function isOutageCode(error: Error): boolean {
  if (!('code' in error)) return false;
  const code = String(error.code);
  if (code === PROTOCOL_VIOLATION) return 'severity' in error && error.severity === 'FATAL';
  return UNREACHABLE.has(code) || SERVER_STATES.test(code);
}
