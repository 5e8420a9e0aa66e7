import { type Clock } from '@trunkline/kernel';
import type { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import type { Notifications } from '../database/notifications';

const CLOCK_CHANNEL = 'trunkline_clock';
const POLL_MS = 10_000;
const MS = 1000;

/**
 * The test clock of a sandbox: real time plus an offset in the database that every process follows. It only moves forward.
 * A process learns of a move by NOTIFY, also after its connection was lost, and polls in case it missed one all the same.
 */
export class MovableClock implements Clock {
  private offsetMs = 0;
  private timer: NodeJS.Timeout | null = null;
  private readonly followers: (() => void)[] = [];

  constructor(
    private readonly db: Database,
    private readonly pollMs = POLL_MS,
    private readonly time = new DatabaseTime(),
  ) {}

  now(): Date {
    return new Date(this.time.nowMs() + this.offsetMs);
  }

  /** The offset in seconds. */
  get offsetSeconds(): number {
    return this.offsetMs / MS;
  }

  /** Adds a listener that is called whenever this process learns of a move. */
  onMove(follower: () => void): void {
    this.followers.push(follower);
  }

  async follow(notifications: Notifications): Promise<void> {
    const look = () => void this.read().catch(() => undefined);
    notifications.listen(CLOCK_CHANNEL, look);
    await this.read();
    this.timer = setInterval(look, this.pollMs);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Moves the clock of all processes forward. */
  async advance(seconds: number): Promise<Date> {
    await this.db.query(`UPDATE platform.test_clock SET offset_s = offset_s + $1`, [seconds]);
    await this.db.query(`SELECT pg_notify($1, '')`, [CLOCK_CHANNEL]);
    await this.read();
    return this.now();
  }

  private async read(): Promise<void> {
    const row = await this.db.find<{ seconds: number }>(`SELECT offset_s AS seconds FROM platform.test_clock`);
    const offsetMs = (row?.seconds ?? 0) * MS;
    if (offsetMs === this.offsetMs) return;
    this.offsetMs = offsetMs;
    this.followers.forEach((follower) => follower());
  }
}
