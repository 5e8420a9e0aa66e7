import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Settings } from '@trunkline/platform';

/** The time between the request to stop and the end of the listeners, in which load balancers learn of it. */
@Injectable()
export class Draining {
  private begun = false;

  constructor(private readonly settings: Settings) {}

  get isBegun(): boolean {
    return this.begun;
  }

  /** From now on the process is not ready. Resolves when nobody should send requests here any more. */
  async begin(): Promise<void> {
    this.begun = true;
    await pause(this.settings.DRAIN_SECONDS * 1000);
  }
}
