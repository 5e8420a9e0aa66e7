const CAUSES_MAX = 5;

/** Error codes of Node and the resolver for an unreachable server. */
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
/** Error codes of Node for a disk that is full, read-only or failing, and for a process or machine without free files. */
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/**
 * SQLSTATEs of a server that cannot serve (PostgreSQL manual, appendix A): connection exceptions, insufficient resources,
 * shutdown and start-up, 25006, with which a standby rejects a write, and statements and transactions that took too long:
 * 57014 (also cancelled by an administrator), 55P03 (waited for a lock), 25P03 and 25P04. Class XX is what the server or an
 * extension could not do and has no state for, such as Citus without one of its nodes.
 */
const SERVER_STATES =
  /^(08(000|001|003|004|006|007)|53[0-9A-Z]{3}|57P0[1235]|57014|55P03|25006|25P0[34]|XX[0-9A-Z]{3})$/;
/** From a pooler that cannot reach its server. Without FATAL it is a protocol violation by this client. */
const PROTOCOL_VIOLATION = '08P01';

/** Errors without a code, of pg and its pool, TypeORM and ioredis. */
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
/**
 * QueryRunner…AlreadyReleasedError: TypeORM's, for a connection that was lost in mid-transaction. ClientLeft: the request of
 * another client waited on behalf of this one.
 */
const NAMES = new Set([
  'MaxRetriesPerRequestError',
  'CannotExecuteNotConnectedError',
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
  'ClientLeft',
]);

/**
 * Returns true for an error that means that the database or a store is unavailable: unreachable, shutting down or starting
 * up, out of connections, failing by itself, a standby, without a free connection or lock in time, or on a disk that is full. The request may
 * succeed later. Inspects wrapped errors.
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
  const stated: unknown = error.code;
  // The response of a server has a severity, and a SQLSTATE by the protocol: an engine in its place failed by itself without one.
  if (stated === undefined) return 'severity' in error && error.severity !== undefined;
  const code = String(error.code);
  if (code === PROTOCOL_VIOLATION) return 'severity' in error && error.severity === 'FATAL';
  return UNREACHABLE.has(code) || DISK.has(code) || SERVER_STATES.test(code);
}
