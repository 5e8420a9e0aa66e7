import type { AlarmMetric, Page, PageRequest, StateOf } from '@trunkline/kernel';
import type { Alarm, AlarmOwner, AlarmState, WindowSums } from '../../domain/alarm';

export interface AlarmView extends Omit<StateOf<Alarm>, 'accountId' | 'carrierId'> {
  /** The metric over the calls of the window; null without any. */
  readonly value: number | null;
  /** Counted calls of the window. */
  readonly calls: number;
}

export interface CarrierAlarmView extends AlarmView {
  readonly carrierId: string;
}

/** Whose alarm it is: that of an account, or any of the operator's, which are those of carriers. */
export interface AlarmRef {
  readonly accountId: string | null;
  readonly id: string;
}

export interface AlarmFilters {
  readonly state?: AlarmState;
  readonly carrierId?: string;
}

export abstract class AlarmRepository {
  /** Counts the alarms of an owner. No other transaction adds one until this one ends. */
  abstract lockedCount(owner: AlarmOwner): Promise<number>;
  abstract add(alarm: Alarm): Promise<void>;
  abstract save(alarm: Alarm): Promise<void>;
  /** Deletes the alarm with its counts. */
  abstract remove(alarm: Alarm): Promise<void>;
  /** Locks the alarm until the transaction ends. Throws `not_found`, also for another account's. */
  abstract lock(ref: AlarmRef): Promise<Alarm>;
  /** As `lock`. Null for an alarm that was deleted or disabled. */
  abstract lockEnabled(ref: AlarmRef): Promise<Alarm | null>;
  /** Deletes all alarms of an account, with what was counted for them. */
  abstract removeAll(accountId: string): Promise<void>;
}

export abstract class AlarmQueries {
  /** Lists the alarms of an account, or, for null, of all carriers. */
  abstract list(
    accountId: string | null,
    filters: AlarmFilters,
    page: PageRequest<'created_at'>,
    now: Date,
  ): Promise<Page<CarrierAlarmView>>;
  /** Throws `not_found`. */
  abstract get(ref: AlarmRef, now: Date): Promise<CarrierAlarmView>;
  /** Returns the raised alarms of carriers, the longest raised first. */
  abstract raisedOfCarriers(limit: number): Promise<readonly RaisedCarrierAlarm[]>;
  /** Counts the raised alarms of accounts and of carriers. */
  abstract countRaised(): Promise<{ readonly accounts: number; readonly carriers: number }>;
}

export interface RaisedCarrierAlarm {
  readonly id: string;
  readonly carrierId: string;
  readonly name: string;
  readonly metric: AlarmMetric;
  readonly since: Date;
}

/** The calls of alarms, counted as they are recorded. */
export abstract class AlarmCounts {
  /**
   * Counts, for all alarms that are enabled, the calls that were recorded since the last time. Joins the transaction. Returns false,
   * with nothing counted, while another process counts: a call is counted once.
   */
  abstract count(now: Date): Promise<boolean>;
  /** Returns the enabled alarms with the calls of their windows. */
  abstract judged(now: Date): Promise<readonly { readonly alarm: Alarm; readonly sums: WindowSums }[]>;
  /** Returns the calls of an alarm's window. */
  abstract sumsOf(alarm: Alarm, now: Date): Promise<WindowSums>;
  /**
   * Deletes counts that are past the windows of their alarms, but the last ones of each, and those of alarms that were deleted or
   * count anew. Returns how many.
   */
  abstract prune(now: Date): Promise<number>;
}

/** Trunks of accounts, by voice routing. */
export abstract class AlarmTrunks {
  /** Null for an unknown trunk, and for another account's. */
  abstract trunkStatus(accountId: string, trunkId: string): Promise<string | null>;
}

/** Numbers of accounts, by numbering. */
export abstract class AlarmNumbers {
  /** Whether the number, which is not released, is the account's. */
  abstract isOwnedById(accountId: string, numberId: string): Promise<boolean>;
}

/** Carriers, by voice routing. */
export abstract class AlarmCarriers {
  /** Returns those of the IDs that are carriers. */
  abstract listKnown(ids: readonly string[]): Promise<readonly string[]>;
}

export interface AlarmContact {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** The members of accounts, by identity. */
export abstract class AlarmContacts {
  /** Returns owners and admins. */
  abstract technicalContacts(accountId: string): Promise<readonly AlarmContact[]>;
  /** Returns owners and billing members. */
  abstract billingContacts(accountId: string): Promise<readonly AlarmContact[]>;
}

/** Pages of the dashboard. */
export abstract class AlarmLinks {
  abstract alarms(): string;
}

export abstract class AlarmAudit {
  /** Joins the transaction. */
  abstract record(entry: {
    readonly actor: string;
    readonly action: 'alarm.create' | 'alarm.change' | 'alarm.delete';
    readonly subject: string;
    readonly before?: object;
    readonly after?: object;
  }): Promise<void>;
}
