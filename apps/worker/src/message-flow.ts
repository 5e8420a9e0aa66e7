import { type DeliverMessages, MESSAGES_CHANNEL } from '@trunkline/messaging';
import { type Log, Loop, type Notifications } from '@trunkline/platform';

/** A lost announcement, a retry and a scheduled message wait at most this long. Leases are renewed as often. */
const ROUND_MS = 1000;

/** Hands messages to the carriers whose lease this worker holds. */
export class MessageFlow {
  private readonly rounds: Loop;

  constructor(
    private readonly deliver: DeliverMessages,
    private readonly notifications: Notifications,
    log: Log,
  ) {
    const work = async () => {
      await deliver.round();
      return 'rest' as const;
    };
    this.rounds = new Loop({ name: 'messages', everyMs: ROUND_MS, work }, log);
  }

  start(): void {
    this.notifications.listen(MESSAGES_CHANNEL, () => this.deliver.wake());
    this.rounds.start();
  }

  /** Looks for due messages after the test clock moved. */
  clockMoved(): void {
    this.rounds.wake();
  }

  get idleMs(): number {
    return this.rounds.idleMs;
  }

  /** Claims no more, and waits for what was handed over. */
  async stop(): Promise<void> {
    await this.rounds.stop();
    await this.deliver.stop();
  }
}
