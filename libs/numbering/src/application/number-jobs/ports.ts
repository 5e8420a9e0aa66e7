import type { Page, PageRequest } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { Description } from '../../domain/lifecycle/description';
import type { JobItemView, NumberChange, NumberJobView } from '../../domain/lifecycle/number-job';
import type { Route } from '../../domain/lifecycle/route';
import type { NumberFilters } from '../lifecycle/number-queries';

export interface JobRef {
  readonly accountId: string;
  readonly id: string;
}

export interface NewNumberJob extends JobRef {
  readonly change: NumberChange | null;
  readonly createdBy: Actor;
  readonly createdAt: Date;
}

/** What a job changes of one number. */
export interface JobRow {
  readonly e164: string;
  readonly change: NumberChange;
}

/** What an import can set of a live number, as it is. */
export interface ImportedNumber extends Description, Route {
  readonly e164: string;
}

/** Which numbers a job changes. */
export type JobSelection =
  | { readonly e164s: readonly string[] }
  | { readonly filter: NumberFilters }
  | { readonly rows: readonly JobRow[] };

/** The next number of a job, which is locked until the end of the transaction. */
export interface ClaimedItem {
  readonly position: number;
  readonly e164: string;
  /** The number that the job selected; null when the account had none. */
  readonly numberId: string | null;
  readonly change: NumberChange;
  readonly actor: Actor;
}

/** Why a number was not changed. */
export interface ItemFault {
  readonly errorCode: string;
  readonly errorMessage: string;
}

/** The numbers of a job, each with at most one outcome. A number is claimed, changed and marked as done in one transaction. */
export abstract class NumberJobRepository {
  /** Locks the jobs of the account until the end of the transaction. Returns how many are pending or running. */
  abstract lockOpen(accountId: string): Promise<number>;
  /** Stores the job with the numbers that are selected now, in one statement. Returns how many there are. */
  abstract add(job: NewNumberJob, selection: JobSelection): Promise<number>;
  /** Throws `not_found`. */
  abstract get(ref: JobRef): Promise<NumberJobView>;
  abstract find(ref: JobRef): Promise<NumberJobView | null>;
  /** Returns the live numbers of the account among these. */
  abstract numbersOf(accountId: string, e164s: readonly string[]): Promise<readonly ImportedNumber[]>;
  abstract list(accountId: string, page: PageRequest<'created_at'>): Promise<Page<NumberJobView>>;
  /** In the order of the job. Throws `not_found`. */
  abstract items(ref: JobRef, ok: boolean | undefined, page: PageRequest<'position'>): Promise<Page<JobItemView>>;

  /** Begins a pending job. Returns whether it runs. */
  abstract begin(ref: JobRef): Promise<boolean>;
  /** Locks the next number after a position that no other transaction has locked. Returns null without one, or when the job has ended. */
  abstract claim(ref: JobRef, after: number): Promise<ClaimedItem | null>;
  /** Marks a number that this transaction has claimed as done. */
  abstract succeed(ref: JobRef, position: number): Promise<void>;
  /** Stores why a number was not changed, unless it has an outcome or the job has ended, whose counts are stored. In a transaction. */
  abstract fail(ref: JobRef, position: number, fault: ItemFault): Promise<void>;
  /** Ends a running job unless a number of it has no outcome yet. */
  abstract complete(ref: JobRef, at: Date): Promise<void>;
  /** Waits for the numbers that are being changed, and ends the job. Returns false if it had ended. */
  abstract cancel(ref: JobRef, at: Date): Promise<boolean>;
  /** Lists pending and running jobs, of one account or of all. */
  abstract listOpen(limit: number, accountId?: string): Promise<readonly JobRef[]>;
  /** Deletes a job that ended before, with its numbers. Returns false without one. */
  abstract prune(endedBefore: Date): Promise<boolean>;
}

/** Tells workers of jobs. A lost hint delays a job until the next resumption. */
export abstract class NumberJobHints {
  abstract add(refs: readonly JobRef[]): Promise<void>;
}
