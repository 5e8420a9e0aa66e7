import { type Alarm, type AlarmChange, type AlarmOwner, ALARMS_MAX } from '../../domain/alarm';
import { CdrErrors } from '../../domain/errors';
import type { AlarmNotices } from './alarm-notices';
import type { AlarmCounts, AlarmRepository } from './ports';

/** Creates, changes and deletes alarms of accounts and of carriers. Each method joins the transaction. */
export class AlarmChanges {
  constructor(
    private readonly alarms: AlarmRepository,
    private readonly counts: AlarmCounts,
    private readonly notices: AlarmNotices,
  ) {}

  /** Throws `alarm_limit_reached`. */
  async add(owner: AlarmOwner, alarm: Alarm): Promise<void> {
    if ((await this.alarms.lockedCount(owner)) >= ALARMS_MAX) throw CdrErrors.alarm_limit_reached();
    await this.alarms.add(alarm);
  }

  /** The alarm is locked. See `Alarm.change`. Throws `invalid_input`. */
  async change(alarm: Alarm, change: AlarmChange, now: Date): Promise<void> {
    const sums = await this.counts.sumsOf(alarm, now);
    const transition = alarm.change(change, now);
    if (transition) await this.notices.announce(alarm, transition, sums);
    await this.alarms.save(alarm);
  }

  /** The alarm is locked. */
  async remove(alarm: Alarm, now: Date): Promise<void> {
    const sums = await this.counts.sumsOf(alarm, now);
    const transition = alarm.end(now);
    if (transition) await this.notices.announce(alarm, transition, sums);
    await this.alarms.remove(alarm);
  }
}
