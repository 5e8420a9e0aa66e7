import { addDays, type Clock } from '@trunkline/kernel';
import type { CdrRetention } from '../reads/ports';
import type { Quarantine } from './ports';

/** Upkeep of the quarantine. */
export class WatchQuarantine {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly retention: CdrRetention,
    private readonly clock: Clock,
  ) {}

  countOpen(): Promise<number> {
    return this.quarantine.countOpen();
  }

  /** Deletes rows as old as records are kept, since they hold the same personal data. Safe to run twice. */
  prune(): Promise<number> {
    return this.quarantine.prune(addDays(this.clock.now(), -this.retention.days));
  }
}
