import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, DomainError, SYSTEM, type Transactor } from '@trunkline/kernel';
import type { AccountStates } from '../lifecycle/sync-account-status';
import type { ChangeNumber } from './change-number';
import type { ClaimedItem, ItemFault, JobRef, NumberJobHints, NumberJobRepository } from './ports';

/** Numbers that one process changes at a time. */
const LANES = 4;
/** Numbers that a lane changes before it reads the status of the account again. */
const CHECK_EVERY = 50;
/** Of a number whose change fails for no known reason. */
const ATTEMPTS_MAX = 3;
const PAUSE_MS = 500;
const OPEN_MAX = 1000;
const BEFORE_FIRST = -1;

/** The last number that this process has claimed: a claim passes over those before it, which are mostly done. */
interface Progress {
  last: number;
}

interface Attempt {
  /** Null when no number was left. */
  readonly item: ClaimedItem | null;
  readonly error?: unknown;
}

/**
 * Changes the numbers of jobs. A number is claimed, changed and marked as done in one transaction, so that a crash loses all three
 * or none, and no number is changed twice. Why a number was not changed is stored after its transaction was rolled back. Safe to run on any number of workers, which share the numbers of a job.
 */
export class RunNumberJob {
  private isStopping = false;

  constructor(
    private readonly tx: Transactor,
    private readonly jobs: NumberJobRepository,
    private readonly changeNumber: ChangeNumber,
    private readonly accounts: AccountStates,
    private readonly hints: NumberJobHints,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs a job until it has ended. Returns false if it was left to another process. `report` receives the error of a number that failed
   * for no known reason. Throws if outcomes cannot be stored: a later run continues.
   */
  async run(ref: JobRef, report: (error: unknown) => void): Promise<boolean> {
    const job = await this.jobs.find(ref);
    return job ? this.tx.actingAs(job.createdBy, () => this.runAsCreator(ref, report)) : true;
  }

  /** Leaves running jobs to other processes. */
  stop(): void {
    this.isStopping = true;
  }

  /** Queues all open jobs, such as those whose hint was lost. */
  async resume(): Promise<number> {
    const open = await this.jobs.listOpen(OPEN_MAX);
    await this.hints.add(open);
    return open.length;
  }

  private async runAsCreator(ref: JobRef, report: (error: unknown) => void): Promise<boolean> {
    if (!(await this.jobs.begin(ref))) return true;
    const progress = { last: BEFORE_FIRST };
    const lanes = Array.from({ length: LANES }, () => this.runLane(ref, progress, report));
    const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
    if (failed) throw failed.reason;
    // Numbers that another process had claimed, and has lost.
    await this.runLane(ref, { last: BEFORE_FIRST }, report);
    if (this.isStopping) return false;
    await this.jobs.complete(ref, this.clock.now());
    return true;
  }

  private async runLane(ref: JobRef, progress: Progress, report: (error: unknown) => void): Promise<void> {
    for (let count = 0; !this.isStopping; count += 1) {
      if (count % CHECK_EVERY === 0 && !(await this.mayGoOn(ref))) return;
      if (!(await this.runNext(ref, progress, report))) return;
    }
  }

  /** Ends the job of an account that may no longer change its numbers. */
  private async mayGoOn(ref: JobRef): Promise<boolean> {
    if ((await this.accounts.status(ref.accountId)) === 'active') return true;
    await this.tx.actingAs(SYSTEM, () => this.tx.run(() => this.jobs.cancel(ref, this.clock.now())));
    return false;
  }

  /** Returns false when no number is left. */
  private async runNext(ref: JobRef, progress: Progress, report: (error: unknown) => void): Promise<boolean> {
    let after = progress.last;
    for (let attempt = 1; ; attempt += 1) {
      const { item, error } = await this.attempt(ref, after, progress);
      if (item === null) return false;
      if (error === undefined) return true;
      if (error instanceof DomainError || attempt === ATTEMPTS_MAX) {
        if (!(error instanceof DomainError)) report(error);
        await this.tx.run(() => this.jobs.fail(ref, item.position, faultOf(error)));
        return true;
      }
      await pause(PAUSE_MS * attempt);
      after = item.position - 1;
    }
  }

  /** Claims the next number and changes it. Returns the error of its change; throws one of the claim. */
  private async attempt(ref: JobRef, after: number, progress: Progress): Promise<Attempt> {
    const claimed: { item: ClaimedItem | null } = { item: null };
    try {
      await this.tx.run(async () => {
        claimed.item = await this.jobs.claim(ref, after);
        progress.last = Math.max(progress.last, claimed.item?.position ?? BEFORE_FIRST);
        if (claimed.item) await this.change(ref, claimed.item);
      });
      return claimed;
    } catch (error) {
      if (claimed.item === null) throw error;
      return { ...claimed, error };
    }
  }

  private async change(ref: JobRef, { position, e164, numberId, change, actor }: ClaimedItem): Promise<void> {
    await this.changeNumber.change({ accountId: ref.accountId, e164, actor }, numberId, change);
    await this.jobs.succeed(ref, position);
  }
}

const UNKNOWN = {
  errorCode: 'internal_error',
  errorMessage: 'The number was not changed because of an internal error. Create a job for it again.',
};

/** Returns what the account reads of an error, which no client will see as a response. */
function faultOf(error: unknown): ItemFault {
  if (!(error instanceof DomainError)) return UNKNOWN;
  const { code, message, fields = {} } = error;
  const named = Object.entries(fields).map(([name, fault]) => `${name} ${fault}`);
  if (code === 'resource_in_use') {
    const uses = Object.entries(fields).flatMap(([name, value]) => (name.endsWith('_ids') ? [value] : []));
    const errorMessage = `Trunks, WebRTC users or targets use the number: ${uses.join(', ')}. Reassign it there, or release the number alone with \`force\`.`;
    return { errorCode: code, errorMessage };
  }
  if (code === 'not_found') return { errorCode: code, errorMessage: 'The selected number is not in the account.' };
  return {
    errorCode: code,
    errorMessage: named.length > 0 && code === 'invalid_input' ? `${named.join('; ')}.` : message,
  };
}
