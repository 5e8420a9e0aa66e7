import type { Clock } from '@trunkline/kernel';
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
    private readonly operate: OperatePorts,
    private readonly activation: ActivatePorts,
    private readonly clock: Clock,
  ) {}

  /** Safe to run on any number of workers. A request that fails does not keep the others, and the run throws in the end. */
  async run(): Promise<void> {
    const errors: unknown[] = [];
    const attempt = async (step: () => Promise<void>): Promise<void> => {
      try {
        await step();
      } catch (error) {
        errors.push(error);
      }
    };
    await attempt(() => this.automatic.move());
    for (const id of await this.ports.listDue(this.clock.now(), REQUESTS_MAX))
      await attempt(() => this.operate.portWhenDue(id));
    for (const id of await this.ports.listActivating(REQUESTS_MAX)) await attempt(() => this.activation.activate(id));
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} steps of ports have failed.`);
  }
}
