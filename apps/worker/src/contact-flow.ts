import { type Log, Loop } from '@trunkline/platform';
import type { ExpireContacts } from '@trunkline/voice-routing';

/** An expiry is published within about this time. */
const SWEEP_MS = 2000;

/** Removes expired contacts in one worker. Workers share the work, and the contacts that another one handles are skipped. */
export class ContactFlow {
  private readonly sweeping: Loop;

  constructor(expireContacts: ExpireContacts, log: Log) {
    const work = async () => {
      await expireContacts.expire();
      return 'rest' as const;
    };
    this.sweeping = new Loop({ name: 'contacts', everyMs: SWEEP_MS, work }, log);
  }

  start(): void {
    this.sweeping.start();
  }

  /** Looks for expired contacts after the test clock moved. */
  clockMoved(): void {
    this.sweeping.wake();
  }

  get idleMs(): number {
    return this.sweeping.idleMs;
  }

  stop(): Promise<void> {
    return this.sweeping.stop();
  }
}
