import {
  APP_ROLE,
  type DatabaseFacts,
  databaseFacts,
  findDatabaseAccess,
  type Persistence,
  platformPersistence,
  type Settings,
} from '@trunkline/platform';
import { type Check, clockResult, fault, ok, type Result, warning } from './check';

const VERSION_MIN = 15;
const VERSION_MAX = 18;

/** Version, rights, migrations and pooler of the database, and its clock beside that of this process. */
export class DatabaseCheck implements Check {
  readonly name = 'database';
  readonly failure = 'The database cannot be used, so nothing works';
  readonly remedy = 'Check DATABASE_URL, and that PostgreSQL runs and accepts connections from this machine.';

  constructor(
    private readonly settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
    private readonly contexts: readonly Persistence[],
  ) {}

  async run(): Promise<readonly Result[]> {
    const { DATABASE_URL, DATABASE_DIRECT_URL } = this.settings;
    const all = [platformPersistence, ...this.contexts];
    const names = all.flatMap(({ migrations }) => migrations).map(({ name }) => name);
    const facts = await databaseFacts(DATABASE_DIRECT_URL ?? DATABASE_URL, names);
    return [
      versionResult(facts.version),
      migrationsResult(facts.pending),
      ...(facts.pending?.length ? [] : [await this.access(all), ...facts.monthly.flatMap(partitionResults)]),
      ...loginResult(facts),
      ...(facts.isReadOnly
        ? [fault('The database is read-only, so no process is ready.', 'Point DATABASE_URL at the primary.')]
        : []),
      clockResult('this machine', facts.skewSeconds),
    ];
  }

  private async access(all: readonly Persistence[]): Promise<Result> {
    try {
      const grants = all.flatMap((each) => each.grants ?? []);
      const { session } = await findDatabaseAccess(this.settings, grants);
      const way = session === 'own' ? 'directly' : 'through a pooler in transaction mode';
      return ok(`The role has exactly the rights that it needs. Connected ${way}.`);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'DatabaseAccessError') throw error;
      return fault(error.message.replaceAll('\n', ' '), 'See docs/database.md#what-a-process-checks-at-its-start.');
    }
  }
}

function versionResult(version: number): Result {
  if (version < VERSION_MIN)
    return fault(`PostgreSQL ${version} is too old.`, `Upgrade to PostgreSQL ${VERSION_MIN} to ${VERSION_MAX}.`);
  if (version > VERSION_MAX)
    return warning(`PostgreSQL ${version} is not tested.`, `Use PostgreSQL ${VERSION_MIN} to ${VERSION_MAX}.`);
  return ok(`PostgreSQL ${version}.`);
}

function migrationsResult(pending: readonly string[] | null): Result {
  const remedy = 'Run `npm run migrate`.';
  if (pending === null)
    return fault('The role may not read the list of migrations, so whether all have run is not known.', remedy);
  if (pending.length === 0) return ok('All migrations have run.');
  return fault(
    `${pending.length} migrations have not run, so processes do not start. The first is ${pending[0]}.`,
    remedy,
  );
}

/** Nothing about a login role of its own. */
export function loginResult({ loginRole }: Pick<DatabaseFacts, 'loginRole'>): Result[] {
  if (loginRole !== APP_ROLE) return [];
  const remedy =
    'Use a login role of its own, unless an extension connects servers as this role. See docs/database.md.';
  return [warning(`The service logs in as ${APP_ROLE} itself.`, remedy)];
}

/** Nothing about a table with partitions for this and the next month, and none that is past its retention. */
export function partitionResults(monthly: DatabaseFacts['monthly'][number]): Result[] {
  const { table, monthsAhead, undropped, undroppedSince } = monthly;
  const results: Result[] = [];
  const remedy = 'Run a worker, or `npm run migrate`. See docs/operations.md#partitions.';
  if (monthsAhead < 0) results.push(fault(`${table} has no partition for this month.`, remedy));
  if (monthsAhead === 0) results.push(warning(`${table} has no partition for the next month.`, remedy));
  if (undroppedSince)
    results.push(
      warning(
        `${undropped === 1 ? 'A month' : `${undropped} months`} of ${table} past the retention could not be dropped since ${undroppedSince.toISOString()}: the table was locked.`,
        'End transactions that use it for longer than a minute each night. See docs/operations.md#partitions.',
      ),
    );
  return results;
}
