import {
  addDays,
  type Clock,
  completeAttempt,
  type Page,
  type PageRequest,
  type ReportedAttempt,
  shownCaller,
  type Transactor,
} from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import type { CallPrices } from '../calls/ports';
import type { SwitchCommands } from '../commands/ports';
import type { UnplacedCalls } from '../commands/unplaced-calls';
import type {
  CallFilters,
  CallQueries,
  CallRecord,
  CallRecords,
  CallRedactions,
  CallView,
  LiveAttempt,
} from './call-queries';
import { highestPrice } from './follow-calls';
import type { CallFunds } from './ports';

/** How long a call can be read after its end. */
const ENDED_DAYS = 1;
const MS = 1000;
/** SIP responses below are provisional. */
const FINAL_CODE_MIN = 200;

/** The calls of an account, in progress and just ended. Read from the database, so that every process shows the same. */
export class Calls {
  constructor(
    private readonly tx: Transactor,
    private readonly queries: CallQueries,
    private readonly records: CallRecords,
    private readonly redactions: CallRedactions,
    private readonly funds: CallFunds,
    private readonly prices: CallPrices,
    private readonly commands: SwitchCommands,
    private readonly unplaced: UnplacedCalls,
    private readonly clock: Clock,
  ) {}

  async list(accountId: string, filters: CallFilters, page: PageRequest<'started_at'>): Promise<Page<CallView>> {
    const { items, next } = await this.queries.list(accountId, filters, this.clock.now(), page);
    return { items: await this.viewsOf(accountId, items), next };
  }

  /** Throws `not_found`, also for a call that ended more than a day ago. */
  async get(accountId: string, callId: string): Promise<CallView> {
    const [view] = await this.viewsOf(accountId, [await this.find(accountId, callId)]);
    return view as CallView;
  }

  /**
   * Has the switch end the call, within seconds. A call that no switch has received yet ends at once. Throws `not_found`,
   * `call_already_ended`, and `switch_not_connected` when the call's switch does not take commands.
   */
  async hangUp(accountId: string, callId: string): Promise<CallView> {
    const call = await this.find(accountId, callId);
    if (call.status === 'completed') throw VoiceRoutingErrors.call_already_ended();
    await this.tx.run(async () => {
      const { decisionId, sipCallId, switchId, node } = call;
      if (await this.unplaced.withdraw({ accountId, decisionId })) return;
      const at = { switchId, node };
      if (!(await this.commands.isConnected(at))) throw VoiceRoutingErrors.switch_not_connected();
      await this.commands.send({ type: 'hangup', at, decisionId, callId: sipCallId });
    });
    return this.get(accountId, callId);
  }

  private find(accountId: string, callId: string): Promise<CallRecord> {
    return this.queries.get(accountId, callId, addDays(this.clock.now(), -ENDED_DAYS));
  }

  private async viewsOf(accountId: string, calls: readonly CallRecord[]): Promise<CallView[]> {
    if (calls.length === 0) return [];
    const ids = calls.map(({ decisionId }) => decisionId);
    const ended = calls.filter(({ status }) => status === 'completed').map(({ decisionId }) => decisionId);
    const [held, cdrIds, redact] = await Promise.all([
      this.funds.heldBy(accountId, ids),
      ended.length > 0 ? this.records.idsOf(ended) : new Map<string, string>(),
      this.redactions.redactionOf(accountId),
    ]);
    const now = this.clock.now();
    return calls.map((call) => {
      const { caller, isCallerWithheld } = shownCaller(call);
      return {
        ...call,
        isCallerWithheld,
        caller: caller && redact(caller),
        callee: redact(call.callee),
        attempts: attemptsOf(call).map((attempt) => hiding(attempt, redact)),
        currentAttempt: currentAttemptOf(call),
        durationSeconds: secondsBetween(call.startedAt, call.endedAt ?? now),
        estimatedCostCents: this.costOf(call, now),
        heldCents: held.get(call.decisionId) ?? 0,
        cdrId: cdrIds.get(call.decisionId) ?? null,
      };
    });
  }

  /** The price of the time since the answer, over the most expensive route that may have answered. */
  private costOf(call: CallRecord, now: Date): number {
    if (call.answeredAt === null) return 0;
    const seconds = Math.min(secondsBetween(call.answeredAt, call.endedAt ?? now), call.maxDurationSeconds);
    return highestPrice(call, seconds, this.prices);
  }
}

function attemptsOf({ attempts, routes }: CallRecord): LiveAttempt[] {
  return attempts.map((reported) => ({
    ...completeAttempt(reported, routes),
    result: isOver(reported) ? reported.result : null,
  }));
}

function isOver({ isResultStated, sipCode }: ReportedAttempt): boolean {
  return isResultStated && (sipCode === null || sipCode >= FINAL_CODE_MIN);
}

/** Without a report, only the attempt of a call with one route is known. */
function currentAttemptOf({ attempts, routes, status }: CallRecord): number | null {
  const made = attempts.filter(({ result }) => result !== 'skipped');
  const answered = made.findLast((each) => isOver(each) && each.result === 'answered');
  const current = made.findLast((each) => !isOver(each)) ?? answered ?? made.at(-1);
  if (current) return current.order;
  return routes.length === 1 && status !== 'completed' ? 1 : null;
}

function hiding(attempt: LiveAttempt, redact: (number: string) => string | null): LiveAttempt {
  const { targetKind, destination } = attempt;
  return targetKind === 'pstn_forward' && destination !== null
    ? { ...attempt, destination: redact(destination) }
    : attempt;
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / MS));
}
