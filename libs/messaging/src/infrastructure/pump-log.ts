import type { Log } from '@trunkline/platform';
import type { PumpLog } from '../application/delivery/carrier-pump';

export class LoggedPump implements PumpLog {
  constructor(private readonly log: Log) {}

  failed(error: unknown, carrierId: string): void {
    this.log.error({ err: error, carrier: carrierId }, 'a message could not be handed over or settled');
  }
}
