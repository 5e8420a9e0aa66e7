import { createDataSource, Database } from '@trunkline/platform';

const LOCK = 4712;
const REACHED_WITHIN_MS = 60_000;

/** The point at which a checkout stops: before it writes the row of that point. */
export type CheckoutPoint =
  | 'started'
  | 'quoted'
  | 'held'
  | 'bought'
  | 'delivered'
  | 'ordered'
  | 'finished'
  | 'answered';

export interface Stop {
  readonly accountId: string;
  readonly point: CheckoutPoint;
  /** For `bought` and `delivered`: the number of orders that pass before the stop. */
  readonly spared: number;
}

const TABLES = [
  ['INSERT', 'numbering.checkout_steps', 'true'],
  ['INSERT', 'numbering.number_orders', 'true'],
  ['INSERT', 'numbering.sandbox_orders', 'true'],
  ['INSERT', 'numbering.phone_numbers', 'true'],
  ['UPDATE', 'platform.idempotency_keys', 'NEW.status IS NOT NULL'],
] as const;

/** The first to stop waits for the last one, longer than the API waits for a lock. */
const FUNCTION = `CREATE FUNCTION stops.stop() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = 0 AS $$
  DECLARE account text; here text; ord text;
  BEGIN
    CASE TG_TABLE_NAME
      WHEN 'checkout_steps' THEN
        here := NEW.step;
        SELECT account_id INTO account FROM numbering.checkouts WHERE id = NEW.checkout_id;
      WHEN 'sandbox_orders' THEN
        here := 'bought'; ord := NEW.order_id;
        SELECT account_id INTO account FROM numbering.number_orders WHERE id = ord;
      WHEN 'phone_numbers' THEN here := 'delivered'; ord := NEW.order_id; account := NEW.account_id;
      WHEN 'number_orders' THEN here := 'quoted'; account := NEW.account_id;
      ELSE here := 'answered'; account := NEW.account_id;
    END CASE;
    IF EXISTS (SELECT FROM stops.stops AS s WHERE s.account_id = account AND s.point = here AND (ord IS NULL OR s.spared
      <= (SELECT count(*) FROM numbering.number_orders AS o WHERE o.account_id = account AND o.id < ord)))
    THEN PERFORM pg_advisory_xact_lock_shared(${LOCK}); END IF;
    RETURN NEW;
  END $$`;

/** Stops the checkouts of given accounts, each at its own point, in any process. */
export class CheckoutStops {
  private constructor(private readonly owner: Database) {}

  static async build(url: string): Promise<CheckoutStops> {
    const owner = new Database(await createDataSource({ url, asOwner: true, poolSize: 5 }, []).initialize());
    await owner.query(`CREATE SCHEMA stops`);
    await owner.query(`CREATE TABLE stops.stops (account_id text PRIMARY KEY, point text, spared integer)`);
    await owner.query(FUNCTION);
    for (const [event, table, when] of TABLES) {
      await owner.query(
        `CREATE TRIGGER stop BEFORE ${event} ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION stops.stop()`,
      );
    }
    return new CheckoutStops(owner);
  }

  /** Returns a function that removes the stops; the remaining processes continue. */
  async shut(stops: readonly Stop[]): Promise<() => Promise<void>> {
    for (const { accountId, point, spared } of stops) {
      await this.owner.query(`INSERT INTO stops.stops VALUES ($1, $2, $3)`, [accountId, point, spared]);
    }
    const client = await this.owner.pool.connect();
    await client.query(`SELECT pg_advisory_lock($1)`, [LOCK]);
    return async () => {
      await this.owner.query(`DELETE FROM stops.stops`);
      await client.query(`SELECT pg_advisory_unlock($1)`, [LOCK]);
      client.release();
    };
  }

  /** Resolves when this many statements wait at the stops. */
  async reached(count: number): Promise<void> {
    for (const deadline = Date.now() + REACHED_WITHIN_MS; Date.now() < deadline; ) {
      if ((await this.waiting()).length === count) return;
    }
    throw new Error(`${(await this.waiting()).length} of ${count} statements have come to the stops.`);
  }

  /** Terminates the server sessions of killed processes, so that their statements do not complete. */
  async terminateWaitingSessions(): Promise<void> {
    for (const deadline = Date.now() + REACHED_WITHIN_MS; Date.now() < deadline; ) {
      const orphans = await this.waiting();
      if (orphans.length === 0) return;
      for (const { pid } of orphans) await this.owner.query(`SELECT pg_terminate_backend($1)`, [pid]);
    }
    throw new Error('Statements of the killed go on.');
  }

  /** Expires the lease of a process that died with an idempotency key, as half a minute would. */
  async leasesRunOut(): Promise<void> {
    await this.owner.query(`UPDATE platform.idempotency_keys SET locked_until = now() WHERE status IS NULL`);
  }

  query<Row extends object>(text: string, accountId: string): Promise<Row[]> {
    return this.owner.query<Row>(text, [accountId]);
  }

  close(): Promise<void> {
    return this.owner.dataSource.destroy();
  }

  private waiting(): Promise<{ pid: number }[]> {
    return this.owner.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LOCK],
    );
  }
}
