import { createHash } from 'node:crypto';

const NAME_LENGTH = 20;
/**
 * Filters combine into thousands of statements, and every connection keeps a plan of each named one. Only the first are
 * named.
 */
const NAMES_MAX = 500;
/** Where PostgreSQL finds that a prepared statement would return other columns than when it was prepared. */
const FINDS_OTHER_COLUMNS = 'RevalidateCachedQuery';

/** The names under which every connection keeps the plans of statements. */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private renewals = 0;

  /** Returns undefined for a statement that is not named. */
  of(text: string): string | undefined {
    let name = this.names.get(text);
    if (!name && this.names.size < NAMES_MAX) {
      name = createHash('sha256').update(`${this.renewals} ${text}`).digest('base64url').slice(0, NAME_LENGTH);
      this.names.set(text, name);
    }
    return name;
  }

  /**
   * Sends statements, and once more under new names when a migration has added a column that one of them returns by `*`.
   * PostgreSQL refuses to execute such a statement as it was prepared, so nothing has happened then.
   */
  async send<T>(send: () => Promise<T>): Promise<T> {
    const { renewals } = this;
    try {
      return await send();
    } catch (error) {
      if (!isOutdated(error)) throw error;
      this.renew(renewals);
      return send();
    }
  }

  /** Lets statements be prepared anew, unless that has happened since there were so many renewals. */
  renew(since = this.renewals): void {
    if (this.renewals !== since) return;
    this.renewals++;
    this.names.clear();
  }
}

/** Returns whether a statement has to be prepared anew. */
export function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === FINDS_OTHER_COLUMNS;
}
