import type { Page, PageRequest } from '@trunkline/kernel';
import type { ExpiredCount } from '../retention/ports';
import type { CallKey } from '../ingest/ports';

export const QUARANTINE_REASONS = [
  'unreadable',
  'unknown_decision',
  'no_single_decision',
  'decision_mismatch',
  'started_too_early',
  'started_too_late',
  'ended_in_future',
  'too_long',
  'call_was_rejected',
  'answer_missing',
  'charge_refused',
] as const;
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

export const QUARANTINE_STATES = ['open', 'booked', 'discarded'] as const;
export type QuarantineState = (typeof QUARANTINE_STATES)[number];

export interface NewQuarantinedRow {
  readonly id: string;
  /** The same for a row and its repeats. */
  readonly rowKey: string;
  readonly reason: QuarantineReason;
  /** Messages by member, without values. */
  readonly fields: Readonly<Record<string, string>>;
  readonly accountId: string | null;
  readonly decisionId: string | null;
  readonly switchId: string | null;
  readonly callId: string | null;
  readonly saysAnswered: boolean;
  readonly sealedRow: string;
}

export interface StoredQuarantinedRow extends Omit<NewQuarantinedRow, 'rowKey' | 'saysAnswered'> {
  readonly state: QuarantineState;
  readonly timesReceived: number;
  readonly receivedAt: Date;
  readonly lastReceivedAt: Date;
  readonly cdrId: string | null;
  readonly resolvedAt: Date | null;
  /** The operator; null when the switch sent a row that could be booked. */
  readonly resolvedBy: string | null;
  readonly resolutionReason: string | null;
}

export interface QuarantineFilter {
  readonly state: QuarantineState | null;
  readonly reason: QuarantineReason | null;
  readonly switchId: string | null;
  readonly accountId: string | null;
}

export interface Resolution {
  readonly state: 'booked' | 'discarded';
  readonly cdrId: string | null;
  readonly operator: string;
  readonly reason: string | null;
  readonly at: Date;
}

export interface BookedCall extends CallKey {
  readonly cdrId: string;
  readonly isAnswered: boolean;
}

export abstract class Quarantine {
  /** Stores each row once and returns the ids of the stored rows by key. Keys must be distinct. */
  abstract add(rows: readonly NewQuarantinedRow[], now: Date): Promise<ReadonlyMap<string, string>>;
  /** Newest first. */
  abstract list(filter: QuarantineFilter, page: PageRequest<'received_at'>): Promise<Page<StoredQuarantinedRow>>;
  /** Throws `not_found`. */
  abstract get(id: string): Promise<StoredQuarantinedRow>;
  /** Closes an open row. Returns false when it is no longer open. */
  abstract resolve(id: string, resolution: Resolution): Promise<boolean>;
  /**
   * Closes the open rows of booked calls, except `exceptId`. The CDR of an unanswered call leaves rows open that may say
   * that the call was answered.
   */
  abstract resolveBooked(calls: readonly BookedCall[], now: Date, exceptId: string | null): Promise<void>;
  abstract countOpen(): Promise<number>;
  /** Deletes rows that were received before, open ones included. Returns their count. */
  abstract prune(before: Date): Promise<number>;
  abstract countExpired(before: Date): Promise<ExpiredCount>;
}

/** Encrypts rows, since they contain personal data. */
export abstract class RowSeal {
  abstract seal(id: string, row: unknown): string;
  abstract open(id: string, sealed: string): unknown;
  /** Returns a keyed digest: a plain hash would not hide phone numbers. */
  abstract digest(row: unknown): string;
}

export abstract class QuarantineAudit {
  /** Joins the transaction. */
  abstract record(entry: {
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly accountId?: string;
    readonly before?: object;
    readonly after?: object;
  }): Promise<void>;
}
