import type { Page, PageRequest } from '@trunkline/kernel';
import type { DecidedRoute, RateQuote } from '../views';

/** What a call may hold now. */
export interface CallCover {
  /** Balance less holds plus credit; may be negative. */
  readonly availableCents: number;
  /** What calls out were charged today, and what live ones hold. */
  readonly outboundUsedCents: number;
}

export interface CallHoldOrder {
  readonly accountId: string;
  readonly decisionId: string;
  /** 0 holds nothing and still locks the wallet. */
  readonly amountCents: number;
  readonly item: 'usage_inbound' | 'usage_outbound';
  readonly outboundCapCents: number | null;
}

export interface HeldCall {
  readonly accountId: string;
  readonly decisionId: string;
}

/** Voice's view of the ledger: live calls hold money. All but `funding` join the transaction around them. */
export abstract class CallFunds {
  /** A moment ago; `hold` decides. */
  abstract funding(accountId: string): Promise<CallCover & { readonly hasToppedUp: boolean }>;
  /**
   * Holds the amount, or adds it to what the call holds. Null when it is held; else what could be held, which stays true
   * until the transaction ends. Locks the wallet in either case.
   */
  abstract hold(order: CallHoldOrder): Promise<CallCover | null>;
  /** Gives back what the call holds beyond `keepCents`. */
  abstract shrink(call: HeldCall, keepCents: number): Promise<void>;
  /** Gives back all that the calls hold. */
  abstract release(calls: readonly HeldCall[]): Promise<void>;
}

export type CallMoment = 'ringing' | 'answered';

export type EndedBy = 'switch' | 'heartbeat' | 'restart' | 'cdr' | 'operator' | 'expiry';

/** A call as far as its price goes. */
export interface LiveCall extends HeldCall {
  readonly id: string;
  readonly direction: 'inbound' | 'outbound';
  readonly rating: RateQuote;
  readonly routes: readonly DecidedRoute[];
  readonly maxDurationSeconds: number;
  readonly startedAt: Date;
  /** As the switch told, by its own clock; null when it told of no answer, or not when. */
  readonly billableFrom: Date | null;
  /** The switch told of an answer. */
  readonly isAnswered: boolean;
}

export interface HeartbeatPart {
  readonly switchId: string;
  readonly bootId: string | null;
  /** As the switch says, at most a minute ahead of our clock: the parts of one heartbeat share it. */
  readonly at: Date;
  readonly part: number;
  readonly parts: number;
  readonly decisionIds: readonly string[];
}

export interface Extension {
  readonly decisionId: string;
  readonly maxDurationSeconds: number;
  readonly reportDueAt: Date;
  readonly heldUntil: Date;
}

/** A live call as operators see it. */
export interface LiveCallView {
  readonly id: string;
  readonly decisionId: string;
  readonly accountId: string;
  readonly switchId: string;
  readonly direction: 'inbound' | 'outbound';
  readonly status: 'routing' | 'ringing' | 'in_progress';
  readonly caller: string;
  readonly callee: string;
  readonly sipTrunkId: string | null;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly maxDurationSeconds: number;
}

export interface LiveCallFilters {
  readonly accountId?: string;
  readonly switchId?: string;
  readonly sipTrunkId?: string;
  readonly direction?: 'inbound' | 'outbound';
}

/**
 * Calls in progress, as the switches tell of them. Only the switch that asked for a call may speak of it. Rows are locked
 * in the order of their ids, before any wallet.
 */
export abstract class LiveCallStore {
  /** Does nothing for a call that is unknown, another switch's or over; a moment told again keeps its first time. */
  abstract note(
    call: { readonly switchId: string; readonly decisionId: string },
    moment: CallMoment,
    times: { readonly at: Date; readonly toldAt: Date | null },
  ): Promise<void>;
  /**
   * Ends a call and frees its place; answers it, locked, while it still holds money. Null for a call that is unknown,
   * another switch's, or settled. `switchId` null: whatever the switch.
   */
  abstract end(
    call: { readonly switchId: string | null; readonly decisionId: string },
    end: { readonly at: Date; readonly endedBy: EndedBy; readonly billableFrom: Date | null },
  ): Promise<LiveCall | null>;
  /** Takes one part of a heartbeat, and ends the calls that it shows to be over. In a transaction of its own. */
  abstract receive(part: HeartbeatPart, now: Date): Promise<void>;
  /** Which accounts have calls among these that run out before `runsOutBefore`. */
  abstract accountsToExtend(switchId: string, decisionIds: readonly string[], runsOutBefore: Date): Promise<string[]>;
  /** Those calls of one account, locked; calls that another process works on are left out. */
  abstract lockToExtend(
    accountId: string,
    switchId: string,
    decisionIds: readonly string[],
    runsOutBefore: Date,
  ): Promise<LiveCall[]>;
  abstract extend(extensions: readonly Extension[]): Promise<void>;
  /** Every live call among these that was ever extended, with what it may last now: an answer can get lost. */
  abstract extended(
    switchId: string,
    decisionIds: readonly string[],
  ): Promise<{ readonly decisionId: string; readonly maxDurationSeconds: number }[]>;
  /** Calls that hold money past their time, locked; they end. Each is answered to one caller only. */
  abstract takeOverdue(now: Date, limit: number): Promise<HeldCall[]>;
  /** Ends a call that no money is held for from now on. Null when it was over and held nothing. */
  abstract declareOver(
    decisionId: string,
    now: Date,
  ): Promise<{ readonly statusBefore: LiveCallView['status'] | 'completed' } | null>;
  abstract countLive(now: Date): Promise<number>;
  abstract list(filters: LiveCallFilters, now: Date, page: PageRequest<'started_at'>): Promise<Page<LiveCallView>>;
  /** Null for a call that is unknown. */
  abstract findDecision(callId: string): Promise<HeldCall | null>;
}

/** Since when at least one API process has been listening without a gap: silence before that proves nothing. */
export abstract class ApiUptime {
  abstract beat(now: Date): Promise<void>;
}
