import type { Clock } from '@trunkline/kernel';
import { MovableClock } from '@trunkline/platform';
import { type ClockOffset } from '../../application/ingest/ports';

export class MovableClockOffset implements ClockOffset {
  constructor(private readonly clock: Clock) {}

  get seconds(): number {
    return this.clock instanceof MovableClock ? this.clock.offsetSeconds : 0;
  }
}
