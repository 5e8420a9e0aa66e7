import type { Actor } from '../actor';
import type { RouteChange } from './route';

export const JOB_STATUSES = ['pending', 'running', 'completed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Jobs of an account that are pending or running. */
export const OPEN_JOBS_MAX = 2;
/** Numbers of a job that selects them one by one. */
export const JOB_E164S_MAX = 1_000;
/** Numbers of a job that selects them by a filter, which one statement stores. */
export const JOB_NUMBERS_MAX = 100_000;
/** Lines of an import. */
export const IMPORT_ROWS_MAX = 10_000;
/** How long an ended job is kept. */
export const JOB_KEPT_DAYS = 30;

/** When a release takes effect. */
export const RELEASE_TIMES = ['end_of_cycle', 'immediate'] as const;
export type ReleaseTime = (typeof RELEASE_TIMES)[number];

/** What a job changes of each number. Absent members are not changed. */
export interface NumberChange {
  readonly routing?: RouteChange;
  /** Null detaches the bundle. */
  readonly complianceBundleId?: string | null;
  /** Null clears the label. */
  readonly label?: string | null;
  /** Replace all tags. Only imports set them. */
  readonly tags?: readonly string[];
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
  /** Null clears the notes. Only imports set them. */
  readonly notes?: string | null;
  readonly deletionLock?: boolean;
  /** Stands alone. */
  readonly release?: { readonly when: ReleaseTime };
}

/** A job as its account reads it. */
export interface NumberJobView {
  readonly id: string;
  readonly status: JobStatus;
  readonly total: number;
  /** Numbers that were changed, or had what the job sets. */
  readonly done: number;
  readonly failed: number;
  /** Null for an import, whose numbers have a change each. */
  readonly change: NumberChange | null;
  readonly createdBy: Actor;
  readonly createdAt: Date;
  /** When the job was completed or cancelled. */
  readonly completedAt: Date | null;
}

/** The outcome of a number. */
export interface JobItemView {
  readonly e164: string;
  /** Null until the number was processed. */
  readonly ok: boolean | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}
