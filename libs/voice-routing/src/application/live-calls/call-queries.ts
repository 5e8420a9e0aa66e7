import type {
  Attempt,
  DecidedRoute,
  Direction,
  Page,
  PageRequest,
  RateQuote,
  ReportedAttempt,
} from '@trunkline/kernel';
import type { SwitchNode } from '../../domain/live-calls/switch-node';
import { callIdOf } from '../../domain/live-calls/call-id';

export const CALL_STATUSES = ['routing', 'ringing', 'in_progress', 'completed'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** A call as it is stored. */
export interface CallRecord extends SwitchNode {
  readonly id: string;
  readonly decisionId: string;
  /** The SIP Call-ID. */
  readonly sipCallId: string;
  readonly direction: Direction;
  readonly status: CallStatus;
  /** Empty if the caller withholds its number. */
  readonly caller: string;
  readonly callee: string;
  readonly isCallerWithheld: boolean;
  readonly e164: string | null;
  readonly numberId: string | null;
  readonly routingProfileId: string | null;
  readonly sipTrunkId: string | null;
  readonly customerReference: string | null;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly maxDurationSeconds: number;
  readonly rating: RateQuote;
  readonly routes: readonly DecidedRoute[];
  /** As the switch has reported them so far. */
  readonly attempts: readonly ReportedAttempt[];
}

/** An attempt of a call in progress; `result` is null while it is not known. */
export type LiveAttempt = Omit<Attempt, 'result'> & { readonly result: Attempt['result'] | null };

export interface CallView extends Omit<CallRecord, 'caller' | 'callee' | 'attempts'> {
  /** Null if it is withheld or hidden. */
  readonly caller: string | null;
  readonly callee: string | null;
  readonly durationSeconds: number;
  /** The `order` of the attempt that goes on or was answered; null if it is not known. */
  readonly currentAttempt: number | null;
  readonly attempts: readonly LiveAttempt[];
  readonly estimatedCostCents: number;
  readonly heldCents: number;
  /** The CDR of a call that has ended. */
  readonly cdrId: string | null;
}

export interface CallFilters {
  readonly direction?: Direction;
  readonly e164?: string;
  readonly sipTrunkId?: string;
}

/** The calls of an account, as its switch has reported them. */
export abstract class CallQueries {
  /** Returns calls that have not ended, newest first. */
  abstract list(
    accountId: string,
    filters: CallFilters,
    now: Date,
    page: PageRequest<'started_at'>,
  ): Promise<Page<CallRecord>>;
  /** Returns a call that has not ended before `since`. Throws `not_found` for any other call, and for another account's. */
  abstract get(accountId: string, callId: string, since: Date): Promise<CallRecord>;
  /** Returns until when calls hold money, by decision; those that hold none are missing. */
  abstract heldUntil(decisionIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}

/** The CDRs of calls, which another context keeps. */
export abstract class CallRecords {
  /** Returns the ids of the CDRs that exist, by decision. */
  abstract idsOf(decisionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export abstract class CallRedactions {
  /** Returns how the account shows the numbers of its calls. */
  abstract redactionOf(accountId: string): Promise<(number: string) => string | null>;
}

/** The calls that hold money, for the context that keeps the holds. */
export class HeldCalls {
  constructor(private readonly queries: CallQueries) {}

  /** Returns the call of each decision, and when its money is released if no CDR comes. */
  async endsOf(
    decisionIds: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly callId: string; readonly until: Date | null }>> {
    const untils = decisionIds.length > 0 ? await this.queries.heldUntil(decisionIds) : new Map<string, Date>();
    return new Map(decisionIds.map((id) => [id, { callId: callIdOf(id), until: untils.get(id) ?? null }]));
  }
}
