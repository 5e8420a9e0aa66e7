import {
  addDays,
  type Clock,
  CommonErrors,
  DomainError,
  invalidFields,
  type Page,
  type PageRequest,
  type Transactor,
} from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import { NumberingErrors } from '../../domain/errors';
import {
  JOB_KEPT_DAYS,
  JOB_NUMBERS_MAX,
  type JobItemView,
  type NumberChange,
  type NumberJobView,
  OPEN_JOBS_MAX,
} from '../../domain/lifecycle/number-job';
import type { References } from '../lifecycle/references';
import type { JobRef, JobSelection, NumberJobHints, NumberJobRepository } from './ports';

export interface CreateJobRequest {
  readonly accountId: string;
  readonly actor: Actor;
  /** Stable across retries of one request. */
  readonly operationId: string;
  readonly selection: JobSelection;
  /** Null when each row of the selection has its own. */
  readonly change: NumberChange | null;
  /** How many numbers the client expects the filter to match; null if any number is right. */
  readonly expectedCount: number | null;
}

/** Changes of many numbers at once. See docs/numbers.md#many-numbers. */
export class NumberJobs {
  constructor(
    private readonly tx: Transactor,
    private readonly jobs: NumberJobRepository,
    private readonly references: References,
    private readonly hints: NumberJobHints,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a job of the numbers that are selected now. Returns the job of the first request when repeated. Throws `invalid_input`,
   * `trunk_not_active`, `routing_profile_not_active`, `conflict` when the filter matches another count, and `job_limit_reached`.
   */
  create({
    accountId,
    actor,
    operationId,
    selection,
    change,
    expectedCount,
  }: CreateJobRequest): Promise<NumberJobView> {
    const ref = refOf(accountId, operationId);
    return this.tx.run(async () => {
      const open = await this.jobs.lockOpen(accountId);
      const existing = await this.jobs.find(ref);
      if (existing) return existing;
      if (open >= OPEN_JOBS_MAX) throw NumberingErrors.job_limit_reached();
      if (change) await this.requireTargets(accountId, change);
      const job = { ...ref, change, createdBy: actor, createdAt: this.clock.now() };
      const total = await this.jobs.add(job, selection);
      assertCount(total, expectedCount);
      this.tx.afterCommit(() => void this.hints.add([ref]));
      return this.jobs.get(ref);
    });
  }

  /** Returns the job that an earlier request of the operation has created; null without one. */
  createdBy(accountId: string, operationId: string): Promise<NumberJobView | null> {
    return this.jobs.find(refOf(accountId, operationId));
  }

  get(ref: JobRef): Promise<NumberJobView> {
    return this.jobs.get(ref);
  }

  list(accountId: string, page: PageRequest<'created_at'>): Promise<Page<NumberJobView>> {
    return this.jobs.list(accountId, page);
  }

  items(ref: JobRef, ok: boolean | undefined, page: PageRequest<'position'>): Promise<Page<JobItemView>> {
    return this.jobs.items(ref, ok, page);
  }

  /** Ends a job. The numbers that it has changed stay changed. Throws `invalid_state` when it has ended. */
  async cancel(ref: JobRef): Promise<NumberJobView> {
    return this.tx.run(async () => {
      const isCancelled = await this.jobs.cancel(ref, this.clock.now());
      const job = await this.jobs.get(ref);
      if (isCancelled) return job;
      const why = job.status === 'cancelled' ? 'already `cancelled`' : `\`${job.status}\`, so it cannot be cancelled`;
      throw CommonErrors.invalid_state({ message: `The job is ${why}.` });
    });
  }

  /** Ends the jobs of an account that is closed. */
  async cancelAll(accountId: string): Promise<void> {
    for (const ref of await this.jobs.listOpen(OPEN_JOBS_MAX, accountId))
      await this.tx.run(() => this.jobs.cancel(ref, this.clock.now()));
  }

  /** Deletes jobs 30 days after they ended. Returns how many. */
  async prune(): Promise<number> {
    const endedBefore = addDays(this.clock.now(), -JOB_KEPT_DAYS);
    let deleted = 0;
    while (await this.jobs.prune(endedBefore)) deleted += 1;
    return deleted;
  }

  private async requireTargets(accountId: string, { routing, complianceBundleId }: NumberChange): Promise<void> {
    if (routing) await within('change.routing', this.references.requireActive(accountId, routing));
    if (complianceBundleId) await within('change', this.references.getBundle(accountId, complianceBundleId));
  }
}

const refOf = (accountId: string, operationId: string): JobRef => ({
  accountId,
  id: `nj_${operationId.slice(operationId.indexOf('_') + 1)}`,
});

/** Names faulty fields as the request does. */
async function within<T>(member: string, check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof DomainError) || !error.fields) throw error;
    throw invalidFields(
      Object.fromEntries(Object.entries(error.fields).map(([name, fault]) => [`${member}.${name}`, fault])),
    );
  }
}

function assertCount(total: number, expected: number | null): void {
  if (total > JOB_NUMBERS_MAX) {
    const message = `selects more than ${JOB_NUMBERS_MAX.toLocaleString('en')} numbers: add a filter`;
    throw invalidFields({ 'select.filter': message });
  }
  if (expected !== null && total !== expected) {
    throw CommonErrors.conflict({
      message: `The filter matches ${total === 1 ? 'one number' : `${total} numbers`}, not ${expected}. Check them, and repeat the request with that count.`,
    });
  }
  if (total === 0) throw invalidFields({ select: 'selects no numbers' });
}
