import { type Clock, type Transactor } from '@trunkline/kernel';
import type { Alarm, AlarmTransition } from '../../domain/alarm';
import type { AlarmNotices } from './alarm-notices';
import type { AlarmCounts, AlarmRepository } from './ports';

export interface Evaluated {
  readonly alarm: Alarm;
  readonly transition: AlarmTransition;
}

/** Raises and clears alarms. See docs/alarms.md#evaluation. */
export class EvaluateAlarms {
  constructor(
    private readonly tx: Transactor,
    private readonly alarms: AlarmRepository,
    private readonly counts: AlarmCounts,
    private readonly notices: AlarmNotices,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts the calls that were recorded since the last run, and evaluates all alarms. Returns those that changed their state. Each
   * changes in a transaction of its own, with its event and mails. Safe to run on any number of workers. The error of an alarm is
   * thrown after all others.
   */
  async evaluate(): Promise<readonly Evaluated[]> {
    const now = this.clock.now();
    const hasCounted = await this.tx.run(() => this.counts.count(now));
    if (!hasCounted) return [];
    const changed: Evaluated[] = [];
    const errors: unknown[] = [];
    for (const { alarm, sums } of await this.counts.judged(now)) {
      const { recoveringSince } = alarm;
      const isDue = alarm.judge(sums, now) !== null || alarm.recoveringSince !== recoveringSince;
      if (!isDue) continue;
      try {
        const evaluated = await this.judge(alarm, now);
        if (evaluated) changed.push(evaluated);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, `${String(errors.length)} alarms could not be evaluated.`);
    return changed;
  }

  /** Deletes counts that are no longer in the windows of their alarms. Returns how many. */
  prune(): Promise<number> {
    return this.counts.prune(this.clock.now());
  }

  /** Evaluates again, with the alarm locked: another worker, or its owner, may have changed it since. */
  private judge({ accountId, id }: Alarm, now: Date): Promise<Evaluated | null> {
    return this.tx.run(async () => {
      const alarm = await this.alarms.lockEnabled({ accountId, id });
      if (!alarm) return null;
      const sums = await this.counts.sumsOf(alarm, now);
      const transition = alarm.judge(sums, now);
      await this.alarms.save(alarm);
      if (!transition) return null;
      await this.notices.announce(alarm, transition, sums);
      return { alarm, transition };
    });
  }
}
