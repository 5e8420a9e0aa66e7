import type { PublishedEvent } from '@trunkline/kernel';
import { createDataSource, Database } from '../database/database';
import { type TestDatabase, testDatabase } from './index';

/** A database with a row per event that a handler recorded, without a constraint that would forbid a second. */
export class RecordedEffects {
  private constructor(
    readonly test: TestDatabase,
    /** Outside of the application's transactions. */
    readonly owner: Database,
  ) {}

  static async create(): Promise<RecordedEffects> {
    const test = await testDatabase([]);
    const owner = new Database(await createDataSource({ url: test.url, asOwner: true, poolSize: 3 }, []).initialize());
    await owner.query(`CREATE TABLE public.effects (at bigint GENERATED ALWAYS AS IDENTITY,
      account_id text NOT NULL, event_id text NOT NULL, transaction xid8 NOT NULL)`);
    await owner.query(`GRANT SELECT, INSERT ON public.effects TO trunkline_app`);
    return new RecordedEffects(test, owner);
  }

  async record(events: readonly PublishedEvent[], db = this.test.db): Promise<void> {
    await db.query(
      `INSERT INTO public.effects (account_id, event_id, transaction)
       SELECT account_id, id, pg_current_xact_id()
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS e (account_id, id, n) ORDER BY n`,
      [events.map(({ accountId }) => accountId), events.map(({ id }) => id)],
    );
  }

  /** Returns the ids of the account's events in the order in which they were recorded. */
  async eventIds(accountId: string): Promise<string[]> {
    const text = `SELECT event_id FROM public.effects WHERE account_id = $1 ORDER BY at`;
    return (await this.owner.query<{ event_id: string }>(text, [accountId])).map((row) => row.event_id);
  }

  /** Returns how many transactions recorded the accounts' events. */
  async transactions(accountIds: readonly string[]): Promise<number> {
    const text = `SELECT DISTINCT transaction FROM public.effects WHERE account_id = ANY ($1)`;
    return (await this.owner.query(text, [accountIds])).length;
  }

  async close(): Promise<void> {
    await this.owner.dataSource.destroy();
    await this.test.close();
  }
}
