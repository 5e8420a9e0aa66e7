import type { DecidedRoute, Direction, Page, PageRequest, RateQuote, ReportedAttempt } from '@trunkline/kernel';
import type { SwitchNode } from '../../domain/live-calls/switch-node';

/** The funds that a call can hold. */
export interface CallCover {
  /** Balance minus holds plus credit limit; may be negative. */
  readonly availableCents: number;
  /** Outbound charges of the UTC day plus the holds of live outbound calls, and of the outbound legs of forwarded ones. */
  readonly outboundUsedCents: number;
}

export interface CallHoldOrder {
  readonly accountId: string;
  readonly decisionId: string;
  /** 0 locks the wallet without holding more money. */
  readonly amountCents: number;
  /** What of it is for the outbound leg of a forwarded call, which counts against the cap; 0 for every other call. */
  readonly forwardCents: number;
  readonly item: 'usage_inbound' | 'usage_outbound';
  readonly outboundCapCents: number | null;
}

export interface HeldCall {
  readonly accountId: string;
  readonly decisionId: string;
}

/** The ledger, as live calls use it. All methods except `funding` and `heldBy` join the transaction around them. */
export abstract class CallFunds {
  /** Reads the funds without a lock; `hold` decides. */
  abstract funding(accountId: string): Promise<CallCover & { readonly hasToppedUp: boolean }>;
  /**
   * Holds the amount in addition to what the call already holds, and returns null. Holds nothing when the funds do not
   * cover it, and returns the available funds. Locks the wallet until the transaction ends in either case.
   */
  abstract hold(order: CallHoldOrder): Promise<CallCover | null>;
  /**
   * Locks the wallets of several calls. Waits for no lock: the transaction fails with ConditionNotMet when another one has
   * locked a wallet.
   */
  abstract lockAtOnce(accountIds: readonly string[]): Promise<void>;
  /**
   * Does the same as `hold` without waiting for the result: the transaction fails with ConditionNotMet when the funds do not
   * cover the amount.
   */
  abstract holdOrFail(order: CallHoldOrder): Promise<void>;
  /** Releases what the call holds beyond `keepCents`. */
  abstract shrink(call: HeldCall, keepCents: number): Promise<void>;
  /** Returns what the account's calls hold, by decision; calls that hold nothing are missing. */
  abstract heldBy(accountId: string, decisionIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Releases everything that the calls hold. */
  abstract release(calls: readonly HeldCall[]): Promise<void>;
}

export type CallProgress = 'ringing' | 'answered';

export type EndedBy = 'switch' | 'heartbeat' | 'restart' | 'cdr' | 'operator' | 'expiry';

/** What the price of a live call depends on. */
export interface LiveCall extends HeldCall {
  readonly id: string;
  readonly direction: Direction;
  readonly rating: RateQuote;
  readonly routes: readonly DecidedRoute[];
  readonly maxDurationSeconds: number;
  readonly startedAt: Date;
  /** When the call was answered, by the switch's clock; null when the switch has not reported a time. */
  readonly billableFrom: Date | null;
  /** The switch has reported an answer. */
  readonly isAnswered: boolean;
}

export interface ProgressReport {
  readonly switchId: string;
  readonly decisionId: string;
  readonly at: Date;
  /** By the switch's clock; null if it has reported no plausible time. */
  readonly reportedAt: Date | null;
  /** What the switch has tried so far; empty if it does not say. */
  readonly attempts: readonly ReportedAttempt[];
}

export interface HeartbeatPart extends SwitchNode {
  readonly bootId: string | null;
  /** By the switch's clock, at most a minute ahead of ours. The parts of one heartbeat share it. */
  readonly at: Date;
  readonly part: number;
  readonly parts: number;
  readonly decisionIds: readonly string[];
  /** How many calls all parts together list; null if the switch does not say. */
  readonly count: number | null;
}

export interface Extension {
  readonly decisionId: string;
  readonly maxDurationSeconds: number;
  readonly reportDueAt: Date;
  readonly heldUntil: Date;
}

export interface LiveCallView {
  readonly id: string;
  readonly decisionId: string;
  readonly accountId: string;
  readonly switchId: string;
  readonly node: string;
  readonly direction: Direction;
  readonly status: 'routing' | 'ringing' | 'in_progress';
  /** Null for a caller that withholds its number. */
  readonly caller: string | null;
  readonly isCallerWithheld: boolean;
  readonly callee: string;
  readonly sipTrunkId: string | null;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly maxDurationSeconds: number;
  /** The switch has sent no heartbeat for 90 seconds, so the call takes no slot. */
  readonly isSwitchSilent: boolean;
}

export interface LiveCallFilters {
  readonly accountId?: string;
  readonly switchId?: string;
  readonly sipTrunkId?: string;
  readonly direction?: Direction;
}

/**
 * Live calls, as switches report them. Only the switch that requested the route of a call may report on it. Rows are
 * locked in id order, before any wallet.
 */
export abstract class LiveCallStore {
  /**
   * Ignores unknown and ended calls and those of another switch. A repeated report keeps the first time and the longest list of
   * attempts.
   */
  abstract recordProgress(progress: CallProgress, reports: readonly ProgressReport[]): Promise<void>;
  /**
   * Ends a call and frees its slot. Returns the call, locked, while it holds money; null for an unknown or settled call
   * and for a call of another switch. `switchId` null matches any switch.
   */
  abstract end(
    call: { readonly switchId: string | null; readonly decisionId: string },
    end: { readonly at: Date; readonly endedBy: EndedBy; readonly billableFrom: Date | null },
  ): Promise<LiveCall | null>;
  /**
   * Records one part of a heartbeat and ends the calls of the process that are missing from it, in a transaction of its own. A
   * heartbeat whose parts do not list `count` calls ends nothing.
   */
  abstract receive(part: HeartbeatPart, now: Date): Promise<void>;
  /** Returns the accounts with calls among these whose granted time ends before `runsOutBefore`. */
  abstract accountsToExtend(node: SwitchNode, decisionIds: readonly string[], runsOutBefore: Date): Promise<string[]>;
  /** Locks and returns those calls of one account; skips calls that another process has locked. */
  abstract lockToExtend(
    accountId: string,
    node: SwitchNode,
    decisionIds: readonly string[],
    runsOutBefore: Date,
  ): Promise<LiveCall[]>;
  abstract extend(extensions: readonly Extension[]): Promise<void>;
  /** Returns every live call among these that was ever extended: an earlier answer may have been lost. */
  abstract extended(
    node: SwitchNode,
    decisionIds: readonly string[],
  ): Promise<{ readonly decisionId: string; readonly maxDurationSeconds: number }[]>;
  /**
   * Ends the calls whose holds have expired, clears the holds of calls that a process of release 0.2.0 has recorded, and returns
   * both, locked. Each call is returned once.
   */
  abstract endExpired(now: Date, limit: number): Promise<HeldCall[]>;
  /** Ends a call for an operator and clears its hold. Returns null when the call had ended and held nothing. */
  abstract forceEnd(
    decisionId: string,
    now: Date,
    reason: string | null,
  ): Promise<{ readonly statusBefore: LiveCallView['status'] | 'completed' } | null>;
  abstract countLive(now: Date): Promise<number>;
  /** Returns calls that have not ended, those of silent switches too. */
  abstract list(filters: LiveCallFilters, now: Date, page: PageRequest<'started_at'>): Promise<Page<LiveCallView>>;
  /** Returns null for an unknown call. */
  abstract findDecision(callId: string): Promise<(HeldCall & SwitchNode & { readonly sipCallId: string }) | null>;
}

/** Tracks since when an API process has been listening without a gap: silence of a switch before that proves nothing. */
export abstract class ApiUptime {
  abstract beat(now: Date): Promise<void>;
}
