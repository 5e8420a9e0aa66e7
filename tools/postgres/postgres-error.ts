export type PostgresFault = 'damaged' | 'port_in_use' | 'version_mismatch' | 'not_permitted' | 'not_started';

/** Why the embedded PostgreSQL cannot run, in one line that a newcomer can act on. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';

  constructor(
    readonly fault: PostgresFault,
    message: string,
  ) {
    super(message);
  }
}
