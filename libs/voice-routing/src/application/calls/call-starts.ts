import { ConditionNotMet, type EventBus, type IntegrationEvent, type Transactor, Turns } from '@trunkline/kernel';
import { callIdOf } from '../../domain/live-calls/call-id';
import type { CallFunds, CallHoldOrder } from '../live-calls/ports';
import type { DecisionLog, NewDecision } from './ports';

/** Calls that start in one transaction: so few that it locks their wallets for milliseconds. */
const GROUP_MAX = 16;
/** Calls wait no longer for a group whose connection hangs. So long that a busy machine does not reach it. */
const GROUP_WAIT_MS = 5_000;
/** Accounts to remember. An account that is forgotten costs a group at most one transaction. */
const ALONE_MAX = 10_000;
/** One waits for the wallet while another commits. More would only take connections that calls of other accounts need. */
const WALLET_WAITS_MAX = 2;

export interface NewCall {
  readonly decision: NewDecision;
  /** Null for a call that locks no wallet. */
  readonly hold: CallHoldOrder | null;
  /** The account's limit of concurrent calls; null for no limit. */
  readonly maxConcurrentCalls: number | null;
}

interface WaitingCall extends NewCall {
  readonly hold: CallHoldOrder;
  readonly resolve: (isStarted: boolean | Promise<boolean>) => void;
}

/** The turns of an account, and how many transactions use or await them. */
interface WalletTurns {
  readonly turns: Turns;
  uses: number;
}

/**
 * Starts calls in one round trip. Calls that arrive while others start wait for those, and then start in one transaction:
 * with one commit, and fewer writes to the connection. Such a transaction waits for no wallet and no carrier, and each of its
 * calls starts in a transaction of its own if any of them cannot start, so that calls of different accounts do not affect each
 * other. With 32 requests at a time, more calls are routed than with a transaction for each (`npm run bench -- route`).
 */
export class CallStarts {
  /** How long calls wait for a group, in milliseconds. Tests change it. */
  groupWaitMs = GROUP_WAIT_MS;
  private readonly waiting: WaitingCall[] = [];
  private isStarting = false;
  /** Accounts of calls that could not start in a group, until a call of theirs starts. */
  private readonly alone = new Set<string>();
  private readonly walletTurns = new Map<string, WalletTurns>();

  constructor(
    private readonly tx: Transactor,
    private readonly decisions: DecisionLog,
    private readonly funds: CallFunds,
    private readonly events: EventBus,
  ) {}

  /**
   * Holds the call's price and stores its decision, in a transaction that is on disk when the promise resolves. Resolves
   * with false, and nothing stored, if the funds, a limit or an earlier request for the call's route prevent it.
   */
  start(call: NewCall): Promise<boolean> {
    const { hold } = call;
    // A call without money to hold locks its Call-ID, and would make a group wait for another request for its route.
    if (hold === null || hold.amountCents === 0 || this.alone.has(hold.accountId)) return this.startAlone(call);
    return new Promise((resolve) => {
      this.waiting.push({ ...call, hold, resolve });
      if (!this.isStarting) void this.startWaiting();
    });
  }

  /**
   * Runs a transaction that may wait for the wallet of the hold, beside at most one other one of its account, so that a locked
   * wallet does not take all connections of the process.
   */
  async runInTurn<T>(hold: CallHoldOrder | null, work: () => Promise<T>): Promise<T> {
    if (hold === null) return this.tx.run(work);
    const { accountId } = hold;
    const account = this.walletTurns.get(accountId) ?? { turns: new Turns(WALLET_WAITS_MAX), uses: 0 };
    this.walletTurns.set(accountId, account);
    account.uses++;
    try {
      return await account.turns.run(() => this.tx.run(work));
    } finally {
      if (--account.uses === 0) this.walletTurns.delete(accountId);
    }
  }

  private async startWaiting(): Promise<void> {
    this.isStarting = true;
    while (this.waiting.length > 0) await atMost(this.groupWaitMs, this.startGroup(this.waiting.splice(0, GROUP_MAX)));
    this.isStarting = false;
  }

  private async startGroup(group: readonly WaitingCall[]): Promise<void> {
    try {
      await this.tx.run(() => this.storeAll(group));
      for (const { resolve } of group) resolve(true);
    } catch (error) {
      if (this.alone.size > ALONE_MAX) this.alone.clear();
      for (const { hold } of group) this.alone.add(hold.accountId);
      for (const call of group) call.resolve(this.startAfter(error, call));
      // Without a database, groups one after the other would each wait for a connection.
      if (!(error instanceof ConditionNotMet))
        for (const call of this.waiting.splice(0)) call.resolve(this.startAlone(call));
    }
  }

  /** Carriers are locked after all wallets, in one order, so that of two groups that share several one goes on. */
  private async storeAll(group: readonly WaitingCall[]): Promise<void> {
    await this.funds.lockAtOnce(group.map(({ hold }) => hold.accountId));
    for (const { hold } of group) await this.funds.holdOrFail(hold);
    const byCarrier = [...group].sort((a, b) => (carrierOf(a) < carrierOf(b) ? -1 : 1));
    for (const { decision, maxConcurrentCalls } of byCarrier)
      await this.decisions.startOrFail(decision, maxConcurrentCalls, { atOnce: true });
    await this.events.publishAll(group.flatMap(({ decision }) => startEventOf(decision)));
  }

  /** Throws the error of the group when the call is live already: the group may have been committed. */
  private async startAfter(error: unknown, call: NewCall): Promise<boolean> {
    const isStarted = await this.startAlone(call);
    if (!isStarted && !(error instanceof ConditionNotMet)) throw error;
    return isStarted;
  }

  private async startAlone({ decision, hold, maxConcurrentCalls }: NewCall): Promise<boolean> {
    try {
      await this.runInTurn(hold, async () => {
        if (hold) await this.funds.holdOrFail(hold);
        await this.decisions.startOrFail(decision, maxConcurrentCalls);
        await this.events.publishAll(startEventOf(decision));
      });
    } catch (error) {
      if (error instanceof ConditionNotMet) return false;
      throw error;
    }
    if (hold) this.alone.delete(hold.accountId);
    return true;
  }
}

/** The event of a call that was not live before. */
export function startEventOf(decision: NewDecision): IntegrationEvent[] {
  const { id, accountId, direction, e164, numberId, sipTrunkId, customerReference } = decision;
  const { isCallerWithheld, attestation, verification } = decision;
  if (accountId === null) return [];
  const call = { call_id: callIdOf(id), direction, e164, number_id: numberId, sip_trunk_id: sipTrunkId };
  const caller = { caller_withheld: isCallerWithheld, attestation, verification };
  const data = { ...call, ...caller, customer_reference: customerReference };
  return [{ type: 'call.started', accountId, data }];
}

function carrierOf({ decision }: NewCall): string {
  return decision.routes[0]?.carrierId ?? '';
}

/** Resolves when `work` has ended, or after `ms` milliseconds. */
function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, ms);
    void work.finally(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
