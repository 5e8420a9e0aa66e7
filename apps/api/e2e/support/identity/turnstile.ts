import { createDataSource, Database } from '@trunkline/platform';

const LOCK = 4711;
const WAIT_MS = 60_000;

/** Blocks writes to a table just before the row is written, for example after a third party has acted. */
export class Turnstile {
  private constructor(private readonly owner: Database) {}

  /** The table, with its schema. */
  static async build(url: string, table: string): Promise<Turnstile> {
    const owner = new Database(await createDataSource({ url, asOwner: true, poolSize: 5 }, []).initialize());
    const gate = `${table.split('.')[0] ?? ''}.turnstile`;
    await owner.query(`CREATE FUNCTION ${gate}() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$`);
    await owner.query(`CREATE TRIGGER turnstile BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${gate}()`);
    return new Turnstile(owner);
  }

  async shut(): Promise<() => Promise<void>> {
    const client = await this.owner.pool.connect();
    await client.query(`SELECT pg_advisory_lock($1)`, [LOCK]);
    return async () => {
      await client.query(`SELECT pg_advisory_unlock($1)`, [LOCK]);
      client.release();
    };
  }

  async somebodyWaits(): Promise<void> {
    for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; ) {
      if ((await this.waiting()).length > 0) return;
    }
    throw new Error('No request reached the turnstile.');
  }

  /**
   * Terminates the server sessions that wait for the turnstile, after their process was killed. They would hold their locks
   * until their statement has ended.
   */
  async terminateWaitingSessions(): Promise<void> {
    for (const { pid } of await this.waiting()) {
      await this.owner.query(`SELECT pg_terminate_backend($1, $2)`, [pid, WAIT_MS]);
    }
  }

  /** Expires the idempotency lease of a killed process, as 30 seconds would. */
  async leasesRunOut(): Promise<void> {
    await this.owner.query(`UPDATE platform.idempotency_keys SET locked_until = now() WHERE status IS NULL`);
  }

  rows<Row extends object>(columns: string, table: string, accountId: string): Promise<Row[]> {
    return this.owner.query<Row>(`SELECT ${columns} FROM ${table} WHERE account_id = $1`, [accountId]);
  }

  async count(table: string, accountId: string): Promise<number> {
    return (await this.rows('', table, accountId)).length;
  }

  close(): Promise<void> {
    return this.owner.dataSource.destroy();
  }

  private waiting(): Promise<{ pid: number }[]> {
    return this.owner.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE objid = $1 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LOCK],
    );
  }
}
