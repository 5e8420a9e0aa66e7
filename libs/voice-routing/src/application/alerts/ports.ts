import type { Page, PageRequest } from '@trunkline/kernel';
import type { FirstCall, FraudAlert, HourlyCost, ShortCalls } from '../../domain/fraud-alert';

export interface ShortCallsQuery {
  /** When the calls were recorded. */
  readonly from: Date;
  readonly maxSeconds: number;
  readonly minCalls: number;
  readonly varyingDigits: number;
}

/**
 * Patterns in the calls of all accounts, which another context stores. `since` is the time of recording, which is the start of the
 * transaction that records the calls: they become visible only when it commits.
 */
export abstract class CallPatterns {
  /** Returns the hours with calls recorded since, whose calls cost more than this in all. */
  abstract expensiveHours(since: Date, aboveCents: number): Promise<readonly HourlyCost[]>;
  abstract firstCalls(since: Date): Promise<readonly FirstCall[]>;
  abstract shortCalls(query: ShortCallsQuery): Promise<readonly ShortCalls[]>;
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

/** The position of the watch in the recorded calls. */
export abstract class CallWatch {
  /**
   * Locks the watch until the transaction ends. Returns how far the calls have been watched; null while another process watches
   * them.
   */
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
