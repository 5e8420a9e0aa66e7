import {
  addDays,
  type Clock,
  type Direction,
  type Page,
  type PageRequest,
  rejection,
  type RejectionName,
  rejectionsShownAs,
  shownCaller,
  shownRejection,
  type ShownRejection,
} from '@trunkline/kernel';
import type { CallRedactions } from '../live-calls/call-queries';

/** How long rejected calls are kept. */
export const REJECTIONS_KEPT_DAYS = 30;

/** A call that was rejected, as it is stored. */
export interface RejectedCallRecord {
  /** Of the decision. */
  readonly id: string;
  readonly at: Date;
  readonly direction: Direction;
  /** As received; empty if the caller withholds its number. */
  readonly from: string;
  readonly to: string;
  readonly isCallerWithheld: boolean;
  readonly numberId: string | null;
  readonly sipTrunkId: string | null;
  readonly sourceIp: string | null;
  readonly sipCode: number;
  readonly reason: RejectionName;
}

export interface RejectedCallView extends Omit<RejectedCallRecord, 'from' | 'to' | 'reason'> {
  /** Null if it is withheld or hidden. */
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: ShownRejection;
  readonly explanation: string;
  readonly remedy: string;
}

export interface RejectedCallFilters {
  readonly direction?: Direction;
  /** The account's number: the called one of an inbound call, the caller ID of an outbound call. */
  readonly e164?: string;
  readonly sipTrunkId?: string;
  readonly reason?: readonly RejectionName[];
  readonly from?: Date;
  readonly to?: Date;
}

export abstract class RejectedCallQueries {
  /** Returns the rejected calls that the account sees, which are younger than `since`. */
  abstract list(
    accountId: string,
    filters: RejectedCallFilters,
    since: Date,
    page: PageRequest<'at'>,
  ): Promise<Page<RejectedCallRecord>>;
}

/** The calls of an account that were rejected, and why. See docs/outbound.md#rejected-calls. */
export class RejectedCalls {
  constructor(
    private readonly queries: RejectedCallQueries,
    private readonly redactions: CallRedactions,
    private readonly clock: Clock,
  ) {}

  async list(
    accountId: string,
    { reason, ...filters }: Omit<RejectedCallFilters, 'reason'> & { readonly reason?: readonly ShownRejection[] },
    page: PageRequest<'at'>,
  ): Promise<Page<RejectedCallView>> {
    const since = addDays(this.clock.now(), -REJECTIONS_KEPT_DAYS);
    const [{ items, next }, redact] = await Promise.all([
      this.queries.list(
        accountId,
        { ...filters, ...(reason && { reason: reason.flatMap(rejectionsShownAs) }) },
        since,
        page,
      ),
      this.redactions.redactionOf(accountId),
    ]);
    return {
      items: items.map((call) => {
        const reason = shownRejection(call.reason);
        const { explanation, remedy } = rejection(reason);
        const { caller, isCallerWithheld } = shownCaller({ ...call, caller: call.from });
        return {
          ...call,
          from: caller && redact(caller),
          isCallerWithheld,
          to: redact(call.to),
          reason,
          explanation,
          remedy,
        };
      }),
      next,
    };
  }
}
