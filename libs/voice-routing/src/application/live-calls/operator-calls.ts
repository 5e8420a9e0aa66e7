import { type Clock, CommonErrors, type Page, type PageRequest, type Transactor } from '@trunkline/kernel';
import type { SwitchCommands } from '../commands/ports';
import type { UnplacedCalls } from '../commands/unplaced-calls';
import type { AuditLog } from '../ports';
import type { CallFunds, LiveCallFilters, LiveCallStore, LiveCallView } from './ports';

/** Live calls of all accounts, for operators. */
export class OperatorCalls {
  constructor(
    private readonly tx: Transactor,
    private readonly calls: LiveCallStore,
    private readonly funds: CallFunds,
    private readonly commands: SwitchCommands,
    private readonly unplaced: UnplacedCalls,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  list(filters: LiveCallFilters, page: PageRequest<'started_at'>): Promise<Page<LiveCallView>> {
    return this.calls.list(filters, this.clock.now(), page);
  }

  countLive(): Promise<number> {
    return this.calls.countLive(this.clock.now());
  }

  /**
   * Ends a call: frees its slot, releases its money, stores the reason and has its switch hang up. A CDR that arrives later is
   * still charged, even beyond the balance. Throws `not_found`, `invalid_state` for a call that has ended and holds nothing.
   */
  end(callId: string, operator: string, reason: string | null): Promise<void> {
    return this.tx.run(async () => {
      const call = await this.calls.findDecision(callId);
      if (!call) throw CommonErrors.not_found();
      const { accountId, decisionId, switchId, node, sipCallId } = call;
      const ended = await this.calls.forceEnd(decisionId, this.clock.now(), reason);
      if (!ended) throw CommonErrors.invalid_state({ message: 'The call has already ended and holds no money.' });
      if (ended.statusBefore !== 'completed' && !(await this.unplaced.withdraw(call)))
        await this.commands.send({ type: 'hangup', at: { switchId, node }, decisionId, callId: sipCallId });
      await this.funds.release([call]);
      const before = { call_id: callId, decision_id: decisionId, status: ended.statusBefore };
      await this.audit.record({
        actor: operator,
        action: 'call.end',
        subject: callId,
        accountId,
        before,
        after: { ...before, status: 'completed', ...(reason !== null && { reason }) },
      });
    });
  }
}
