import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Settings } from '@trunkline/platform';

/** The time between the stop signal and the closing of the listeners, in which load balancers stop sending requests. */
@Injectable()
export class Draining {
  private begun = false;

  constructor(private readonly settings: Settings) {}

  get isBegun(): boolean {
    return this.begun;
  }

  /** Marks the process as not ready. Resolves after DRAIN_SECONDS. */
  async begin(): Promise<void> {
    this.begun = true;
    await pause(this.settings.DRAIN_SECONDS * 1000);
  }
}
