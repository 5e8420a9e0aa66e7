import type { Transactor } from '@trunkline/kernel';
import type { FollowCalls } from '../live-calls/follow-calls';
import type { CommandQueue, CommandResult } from './ports';

/** What switches report of the commands that they have carried out. */
export class CommandResults {
  constructor(
    private readonly tx: Transactor,
    private readonly queue: CommandQueue,
    private readonly followCalls: FollowCalls,
  ) {}

  /**
   * Stores the result, once. A call that could not be placed ends and holds nothing any more. Returns false for a command that
   * the switch has not received; `switchId` null matches any switch.
   */
  record(commandId: string, switchId: string | null, result: CommandResult): Promise<boolean> {
    return this.tx.run(async () => {
      const finished = await this.queue.finish(commandId, switchId, result);
      if (finished?.failed) await this.followCalls.end(finished.failed, { at: null, answeredAt: null });
      return finished !== null;
    });
  }
}
