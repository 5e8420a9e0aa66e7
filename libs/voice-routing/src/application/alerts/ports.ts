import type {
  AccountHour,
  DayRange,
  FirstUse,
  Page,
  PageRequest,
  RepeatedMessages,
  RepeatedMessagesQuery,
  ShortCalls,
  ShortCallsQuery,
} from '@trunkline/kernel';
import type { FraudAlert } from '../../domain/fraud-alert';

/**
 * Patterns in what all accounts spend, on calls or on messages, which other contexts store. `since` is the time of recording, which
 * is the start of the transaction that records: what it records becomes visible only when it commits.
 */
abstract class SpendingPatterns {
  /** Returns the hours whose cost may have changed since. */
  abstract changedHours(since: Date): Promise<readonly AccountHour[]>;
  /** Returns, for each of the hours, what the same hours of the day cost in all on those days before, in cents. */
  abstract costs(hours: readonly AccountHour[], days: DayRange): Promise<readonly number[]>;
  /** Returns what was first to each country since. */
  abstract firstUses(since: Date): Promise<readonly FirstUse[]>;
  /** Returns whether the account had used the country before the time of the use. */
  abstract hasUsedBefore(use: FirstUse): Promise<boolean>;
}

export abstract class CallPatterns extends SpendingPatterns {
  abstract shortCalls(query: ShortCallsQuery): Promise<readonly ShortCalls[]>;
}

export abstract class MessagePatterns extends SpendingPatterns {
  abstract repeatedMessages(query: RepeatedMessagesQuery): Promise<readonly RepeatedMessages[]>;
}

export interface AlertContact {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** The accounts of identity, as alerts need them. */
export abstract class AlertedAccounts {
  /** Returns an IANA time zone. Throws `not_found`. */
  abstract timezone(accountId: string): Promise<string>;
  /** Returns owners and admins. */
  abstract technicalContacts(accountId: string): Promise<readonly AlertContact[]>;
  /** Returns owners and billing members. */
  abstract billingContacts(accountId: string): Promise<readonly AlertContact[]>;
}

/** The position of the watch in what is recorded. */
export abstract class SpendingWatch {
  /** Locks the watch until the transaction ends. Returns how far it has come; null while another process watches. */
  abstract begin(): Promise<Date | null>;
  abstract end(watchedUntil: Date): Promise<void>;
}

export const ALERT_STATUSES = ['open', 'acknowledged'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

export interface AlertView extends Omit<FraudAlert, 'subject'> {
  readonly status: AlertStatus;
}

/** Undefined members match everything. */
export interface AlertFilters {
  readonly accountId?: string;
  readonly status?: AlertStatus;
}

/** The accounts whose outbound calls and messages an open alert has stopped. */
export abstract class BlockedAccounts {
  /** Returns those of the accounts that are blocked. Not from memory. */
  abstract blockedAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export abstract class FraudAlerts {
  /** Returns false for a pattern that was raised before, also by a transaction that commits meanwhile. */
  abstract add(alert: FraudAlert): Promise<boolean>;
  /** Locks the alert until the transaction ends. Throws `not_found`. */
  abstract lock(id: string): Promise<FraudAlert>;
  abstract save(alert: FraudAlert): Promise<void>;
  /** Throws `not_found`. */
  abstract get(id: string): Promise<AlertView>;
  abstract list(filters: AlertFilters, page: PageRequest<'created_at'>): Promise<Page<AlertView>>;
  /** Counts open alerts by whether they block. */
  abstract countOpen(): Promise<{ readonly alerting: number; readonly blocking: number }>;
  /** Deletes up to `limit` acknowledged alerts that were raised before. Returns how many. */
  abstract prune(before: Date, limit: number): Promise<number>;
}
