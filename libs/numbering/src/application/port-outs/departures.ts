import type { Clock, EventBus } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { PortOut } from '../../domain/porting/port-out';
import { STOCK } from '../../domain/stock';
import type { OwnStock } from '../ports';
import { type PortOutRepository, portOutEvent } from './port-outs';

export interface Departure {
  /** Whether a port-out was pending for the number. */
  readonly isPortingOut: boolean;
  /** Whether the number goes to another account. */
  readonly isMoved: boolean;
}

/** What becomes of released numbers: the stock gets its numbers again, unless they leave for another carrier. */
export class Departures {
  constructor(
    private readonly stock: OwnStock,
    private readonly portOuts: PortOutRepository,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Settles a released number, in the transaction of its release. Its port-out ends as released whatever the reason of the release: the
   * number goes to the other carrier, and not back into the stock. A number that moves to another account stays, and its port-out is
   * refused.
   */
  async settle(number: PhoneNumber, { isPortingOut, isMoved }: Departure): Promise<void> {
    const isLeaving = isPortingOut && !isMoved;
    if (isPortingOut) await this.endPortOut(await this.portOuts.lockPending(number), isLeaving);
    if (number.supplier !== STOCK) return;
    if (isLeaving) await this.stock.remove(number);
    else await this.stock.release(number);
  }

  private async endPortOut(portOut: PortOut, isLeaving: boolean): Promise<void> {
    const now = this.clock.now();
    if (isLeaving) portOut.release(now);
    else portOut.refuse('number_moved', null, now);
    await this.portOuts.save(portOut);
    await this.events.publish(portOutEvent(portOut));
  }
}
