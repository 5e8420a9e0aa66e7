import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Clock } from '@trunkline/kernel';
import { Log, Loop, runAs } from '@trunkline/platform';
import { ApiUptime } from '@trunkline/voice-routing';

const BEAT_MS = 10_000;

/** Records that this process serves switches, so that an outage of the API is not taken for silent switches. */
@Injectable()
export class ApiHeartbeat implements BeforeApplicationShutdown {
  private readonly loop: Loop;

  constructor(uptime: ApiUptime, clock: Clock, log: Log) {
    const work = async () => {
      // Live calls count as silent without it.
      await runAs('routing', () => uptime.beat(clock.now()));
      return 'rest' as const;
    };
    this.loop = new Loop({ name: 'api-beat', everyMs: BEAT_MS, work }, log);
  }

  /** Call once the process listens. */
  start(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
