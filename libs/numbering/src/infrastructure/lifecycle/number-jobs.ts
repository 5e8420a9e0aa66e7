import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import { column, columnsOf, type Database, type JobQueues, type Log, Where } from '@trunkline/platform';
import type {
  ClaimedItem,
  ImportedNumber,
  ItemFault,
  JobRef,
  JobSelection,
  NewNumberJob,
  NumberJobHints,
  NumberJobRepository,
} from '../../application/number-jobs/ports';
import type { Actor } from '../../domain/actor';
import {
  JOB_NUMBERS_MAX,
  type JobItemView,
  type NumberChange,
  type NumberJobView,
} from '../../domain/lifecycle/number-job';
import { numbersMatching } from './number-queries';
import { table } from '../table';

export const NUMBER_JOB_QUEUE = 'number-jobs';

interface StoredJob extends Omit<NumberJobView, 'createdBy'> {
  readonly accountId: string;
  readonly actorKind: Actor['kind'];
  readonly actorId: string | null;
}

interface StoredItem extends JobItemView {
  readonly jobId: string;
  readonly position: number;
  readonly numberId: string | null;
  readonly change: NumberChange | null;
}

const { key, text, optionalText, integer, time, optionalTime, optionalJson, optionalBoolean } = column;

export const NumberJobSchema = table<StoredJob>('number_jobs', {
  id: key,
  accountId: text,
  status: text,
  change: optionalJson,
  total: integer,
  done: integer,
  failed: integer,
  actorKind: text,
  actorId: optionalText,
  createdAt: time,
  completedAt: optionalTime,
});

export const NumberJobItemSchema = table<StoredItem>('number_job_items', {
  jobId: key,
  position: { type: 'integer', primary: true },
  e164: text,
  numberId: optionalText,
  change: optionalJson,
  ok: optionalBoolean,
  errorCode: optionalText,
  errorMessage: optionalText,
});

const JOBS = 'numbering.number_jobs';
const ITEMS = 'numbering.number_job_items';
const NUMBERS = 'numbering.phone_numbers';
const OPEN = `status IN ('pending', 'running')`;
const ONE = 'account_id = $1 AND id = $2';

const IMPORTED = `SELECT e164, label, tags, notes, trunk_id AS "trunkId", routing_profile_id AS "routingProfileId"
  FROM ${NUMBERS} WHERE account_id = $1 AND e164 = ANY($2) AND status <> 'released'`;

const LOCK_ACCOUNT = `SELECT pg_advisory_xact_lock(hashtextextended('${JOBS}:' || $1, 0))`;
/** Shared by the numbers that are being changed. Unlike a lock of the row, it is fair to the one that ends the job. */
const lockJob = (mode: '' | '_shared') => `SELECT pg_advisory_xact_lock${mode}(hashtextextended('${JOBS}:' || $1, 0))`;

/** Of an open job, the outcomes are counted, so that they are right at each reading. The counts of an ended one are stored. */
const counted = (outcome: string, stored: string) => `CASE WHEN j.completed_at IS NULL
  THEN (SELECT count(*) FROM ${ITEMS} i WHERE i.job_id = j.id AND ${outcome})::integer ELSE j.${stored} END AS ${stored}`;
const VIEW = `SELECT j.id, j.status, j.total, ${counted('i.ok', 'done')}, ${counted('NOT i.ok', 'failed')}, j.change,
    json_build_object('kind', j.actor_kind, 'id', j.actor_id) AS "createdBy", j.created_at AS "createdAt",
    j.completed_at AS "completedAt" FROM ${JOBS} j`;
const ITEM_VIEW = ['e164', 'ok', 'errorCode', 'errorMessage', 'position'] as const;

/** $1 job, $2 position, $3 account. Only the lock of the number is skipped, not that of the job. */
const CLAIM = `SELECT i.position, i.e164, i.number_id AS "numberId", coalesce(i.change, j.change) AS change,
    json_build_object('kind', j.actor_kind, 'id', j.actor_id) AS actor
  FROM ${ITEMS} i JOIN ${JOBS} j ON j.id = i.job_id AND j.account_id = $3 AND j.status = 'running'
  WHERE i.job_id = $1 AND i.ok IS NULL AND i.position > $2 ORDER BY i.position LIMIT 1 FOR UPDATE OF i SKIP LOCKED`;
/** $1 job, $2 position, $3 account. */
const END = `WHERE job_id = $1 AND position = $2 AND ok IS NULL
  AND EXISTS (SELECT FROM ${JOBS} WHERE id = $1 AND account_id = $3 AND status = 'running')`;
const SUCCEED = `UPDATE ${ITEMS} SET ok = true ${END}`;
const FAIL = `UPDATE ${ITEMS} SET ok = false, error_code = $4, error_message = $5 ${END}`;
const ENDED = `completed_at = $3, done = (SELECT count(*) FROM ${ITEMS} WHERE job_id = $2 AND ok),
  failed = (SELECT count(*) FROM ${ITEMS} WHERE job_id = $2 AND NOT ok)`;
const COMPLETE = `UPDATE ${JOBS} SET status = 'completed', ${ENDED}
  WHERE ${ONE} AND status = 'running' AND NOT EXISTS (SELECT FROM ${ITEMS} WHERE job_id = $2 AND ok IS NULL)`;
const CANCEL = `UPDATE ${JOBS} SET status = 'cancelled', ${ENDED} WHERE ${ONE} AND ${OPEN} RETURNING id`;

export class StoredNumberJobs implements NumberJobRepository {
  constructor(private readonly db: Database) {}

  async lockOpen(accountId: string): Promise<number> {
    await this.db.write(LOCK_ACCOUNT, [accountId]);
    const text = `SELECT count(*)::integer AS open FROM ${JOBS} WHERE account_id = $1 AND ${OPEN}`;
    return (await this.db.get<{ open: number }>(text, [accountId])).open;
  }

  async add({ createdBy: { kind, id: actorId }, ...job }: NewNumberJob, selection: JobSelection): Promise<number> {
    const { chosen, values } = chosenBy(job.accountId, selection);
    const value = (given: unknown) => `$${values.push(given)}`;
    const [id, limit] = [`${value(job.id)}::text`, value(JOB_NUMBERS_MAX + 1)];
    const change = `${value(job.change && JSON.stringify(job.change))}::jsonb`;
    const actor = `${value(kind)}::text, ${value(actorId)}::text, ${value(job.createdAt)}::timestamptz`;
    const row = await this.db.get<{ total: number }>(
      `WITH chosen AS MATERIALIZED (${chosen} LIMIT ${limit}),
         items AS (INSERT INTO ${ITEMS} (job_id, position, e164, number_id, change)
           SELECT ${id}, position, e164, number_id, change FROM chosen)
       INSERT INTO ${JOBS} (id, account_id, change, actor_kind, actor_id, created_at, status, total, done, failed)
       SELECT ${id}, $1, ${change}, ${actor}, 'pending', (SELECT count(*) FROM chosen), 0, 0 RETURNING total`,
      values,
      CommonErrors.not_found,
      'for values',
    );
    return row.total;
  }

  get({ accountId, id }: JobRef): Promise<NumberJobView> {
    return this.db.get<NumberJobView>(`${VIEW} WHERE j.account_id = $1 AND j.id = $2`, [accountId, id]);
  }

  find({ accountId, id }: JobRef): Promise<NumberJobView | null> {
    return this.db.find<NumberJobView>(`${VIEW} WHERE j.account_id = $1 AND j.id = $2`, [accountId, id]);
  }

  numbersOf(accountId: string, e164s: readonly string[]): Promise<readonly ImportedNumber[]> {
    return this.db.query<ImportedNumber & Record<string, unknown>>(IMPORTED, [accountId, e164s]);
  }

  list(accountId: string, page: PageRequest<'created_at'>): Promise<Page<NumberJobView>> {
    const where = new Where().require('j.account_id = ?', accountId);
    const of = ({ createdAt, id }: NumberJobView) => [createdAt, id] as const;
    return this.db.page<NumberJobView>({ select: VIEW, where, by: ['j.created_at', 'j.id'], of }, page);
  }

  async items(ref: JobRef, ok: boolean | undefined, page: PageRequest<'position'>): Promise<Page<JobItemView>> {
    const { id } = await this.get(ref);
    const select = `SELECT ${columnsOf(NumberJobItemSchema, ITEM_VIEW)} FROM ${ITEMS}`;
    const where = new Where().require('job_id = ?', id).when(ok, 'ok', 'NOT ok');
    const of = ({ position, e164 }: StoredItem) => [position, e164] as const;
    return this.db.page<StoredItem>({ select, where, by: ['position', 'e164'], of }, page);
  }

  async begin({ accountId, id }: JobRef): Promise<boolean> {
    await this.db.query(`UPDATE ${JOBS} SET status = 'running' WHERE ${ONE} AND status = 'pending'`, [accountId, id]);
    const running = `SELECT id FROM ${JOBS} WHERE ${ONE} AND status = 'running'`;
    return (await this.db.find(running, [accountId, id])) !== null;
  }

  async claim({ accountId, id }: JobRef, after: number): Promise<ClaimedItem | null> {
    await this.db.write(lockJob('_shared'), [id]);
    return this.db.find<ClaimedItem>(CLAIM, [id, after, accountId]);
  }

  succeed({ accountId, id }: JobRef, position: number): Promise<void> {
    return this.db.write(SUCCEED, [id, position, accountId]);
  }

  async fail({ accountId, id }: JobRef, position: number, { errorCode, errorMessage }: ItemFault): Promise<void> {
    await this.db.write(lockJob('_shared'), [id]);
    await this.db.write(FAIL, [id, position, accountId, errorCode, errorMessage]);
  }

  async complete({ accountId, id }: JobRef, at: Date): Promise<void> {
    await this.db.query(COMPLETE, [accountId, id, at]);
  }

  async cancel({ accountId, id }: JobRef, at: Date): Promise<boolean> {
    await this.db.write(lockJob(''), [id]);
    return (await this.db.find(CANCEL, [accountId, id, at])) !== null;
  }

  listOpen(limit: number, accountId?: string): Promise<readonly JobRef[]> {
    const where = new Where().always(OPEN).add('account_id = ?', accountId);
    const rows = where.value(limit);
    const text = `SELECT account_id AS "accountId", id FROM ${JOBS} ${where.text} ORDER BY account_id, id LIMIT ${rows}`;
    return this.db.query<JobRef & Record<string, unknown>>(text, where.values);
  }

  async prune(endedBefore: Date): Promise<boolean> {
    const text = `SELECT id FROM ${JOBS} WHERE completed_at < $1 ORDER BY completed_at LIMIT 1`;
    const ended = await this.db.find<{ id: string }>(text, [endedBefore]);
    if (!ended) return false;
    await this.db.query(`DELETE FROM ${ITEMS} WHERE job_id = $1`, [ended.id]);
    await this.db.query(`DELETE FROM ${JOBS} WHERE id = $1`, [ended.id]);
    return true;
  }
}

/** Returns the statement of the numbers that are selected, by position. Its first value is the account. */
function chosenBy(accountId: string, selection: JobSelection): { readonly chosen: string; readonly values: unknown[] } {
  if ('filter' in selection) {
    const { text: where, values } = numbersMatching(accountId, selection.filter);
    const chosen = `SELECT row_number() OVER (ORDER BY e164, id)::integer - 1 AS position, e164, id AS number_id,
      NULL::jsonb AS change FROM ${NUMBERS} n ${where}`;
    return { chosen, values };
  }
  const rows: readonly { readonly e164: string; readonly change?: NumberChange }[] =
    'rows' in selection ? selection.rows : [...new Set(selection.e164s)].map((e164) => ({ e164 }));
  const changes = rows.map(({ change }) => (change ? JSON.stringify(change) : null));
  // As operations on a single number find it: the live one, else the one released last.
  const chosen = `SELECT g.place::integer - 1 AS position, g.e164, (SELECT n.id FROM ${NUMBERS} n
      WHERE n.account_id = $1 AND n.e164 = g.e164 ORDER BY n.released_at DESC NULLS FIRST LIMIT 1) AS number_id, g.change
    FROM unnest($2::text[], $3::jsonb[]) WITH ORDINALITY AS g (e164, change, place)`;
  return { chosen, values: [accountId, rows.map(({ e164 }) => e164), changes] };
}

/** One job of the queue for each job of numbers. */
export class JobNumberHints implements NumberJobHints {
  constructor(
    private readonly queues: JobQueues,
    private readonly log: Log,
  ) {}

  async add(refs: readonly JobRef[]): Promise<void> {
    const jobs = refs.map(({ accountId, id }) => ({ id, name: 'number-job', data: { accountId, jobId: id } }));
    try {
      await this.queues.addBulk(NUMBER_JOB_QUEUE, jobs);
    } catch (error) {
      this.log.warn({ err: error, jobs: jobs.length }, 'queue unavailable: jobs of numbers wait');
    }
  }
}
