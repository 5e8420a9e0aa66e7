import { type Clock, collectingErrors } from '@trunkline/kernel';
import type { ActivatePorts } from './activate-ports';
import type { OperatePorts } from './operate-ports';
import type { AutomaticPorts, PortRepository } from './ports';

/** Requests of one run. */
const REQUESTS_MAX = 100;

/** What happens to ports by itself: the losing carrier of the sandbox, confirmed dates, and numbers that wait for their assignment. */
export class MovePorts {
  constructor(
    private readonly automatic: AutomaticPorts,
    private readonly ports: PortRepository,
    private readonly operate: Pick<OperatePorts, 'portWhenDue'>,
    private readonly activation: Pick<ActivatePorts, 'activate'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Safe to run on any number of workers. A request that fails does not keep the others: it waits for a pause that grows, so that any
   * number of them leaves room in the next run. The run throws in the end.
   */
  async run(): Promise<void> {
    await collectingErrors('steps of ports have failed', async (attempt) => {
      const move = async (id: string, step: () => Promise<void>): Promise<void> => {
        const isDone = await attempt(async () => {
          await step();
          return true;
        });
        await attempt(() => (isDone ? this.ports.noteSuccess(id) : this.ports.noteFailure(id, this.clock.now())));
      };
      await attempt(() => this.automatic.move());
      for (const id of await this.ports.listDue(this.clock.now(), REQUESTS_MAX))
        await move(id, () => this.operate.portWhenDue(id));
      for (const id of await this.ports.listActivating(this.clock.now(), REQUESTS_MAX))
        await move(id, () => this.activation.activate(id));
    });
  }
}
