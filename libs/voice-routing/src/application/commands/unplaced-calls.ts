import type { Clock, Transactor } from '@trunkline/kernel';
import type { DecisionLog } from '../calls/ports';
import type { CallFunds, HeldCall } from '../live-calls/ports';
import type { CommandQueue, SwitchCommands } from './ports';

const BATCH = 100;

/** Calls whose originate command no switch has received. They never began, so no CDR will come, and they are free. */
export class UnplacedCalls {
  constructor(
    private readonly tx: Transactor,
    private readonly queue: CommandQueue,
    private readonly commands: SwitchCommands,
    private readonly decisions: DecisionLog,
    private readonly funds: CallFunds,
    private readonly clock: Clock,
  ) {}

  /** Ends the call if no switch has received its command, and returns whether that was so. */
  withdraw(call: HeldCall): Promise<boolean> {
    return this.tx.run(async () => {
      const isWithdrawn = await this.commands.withdraw(call.decisionId);
      if (isWithdrawn) await this.settle([call]);
      return isWithdrawn;
    });
  }

  /** Ends the calls that no switch has taken in time. Returns how many. Safe to run on several workers. */
  async endExpired(): Promise<number> {
    for (let total = 0; ; ) {
      const ended = await this.tx.run(async () => {
        const calls = await this.queue.closeExpired(BATCH);
        await this.settle(calls);
        return calls.length;
      });
      total += ended;
      if (ended < BATCH) return total;
    }
  }

  private async settle(calls: readonly HeldCall[]): Promise<void> {
    if (calls.length === 0) return;
    await this.decisions.markReported(
      calls.map(({ decisionId }) => decisionId),
      this.clock.now(),
    );
    await this.funds.release(calls);
  }
}
