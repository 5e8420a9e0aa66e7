export type PostgresFault = 'damaged' | 'port_in_use' | 'version_mismatch' | 'not_permitted' | 'not_started';

/** The embedded PostgreSQL cannot run. The message is one line that says what to do. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';

  constructor(
    readonly fault: PostgresFault,
    message: string,
  ) {
    super(message);
  }
}
