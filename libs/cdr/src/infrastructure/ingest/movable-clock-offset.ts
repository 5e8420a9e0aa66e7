import type { Clock } from '@trunkline/kernel';
import { MovableClock } from '@trunkline/platform';
import { ClockOffset } from '../../application/ingest/ports';

export class MovableClockOffset extends ClockOffset {
  constructor(private readonly clock: Clock) {
    super();
  }

  override get seconds(): number {
    return this.clock instanceof MovableClock ? this.clock.offsetSeconds : 0;
  }
}
