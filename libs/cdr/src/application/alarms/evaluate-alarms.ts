import { type Clock, collectingErrors, type Transactor } from '@trunkline/kernel';
import type { Alarm, AlarmTransition } from '../../domain/alarm';
import type { AlarmNotices } from './alarm-notices';
import type { AlarmCounts, AlarmRepository } from './ports';

/** A change of an alarm's state. */
export interface AlarmEvaluation {
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
   * Counts the calls that were recorded since the last run, and evaluates all alarms. Each changes its state in a transaction of its
   * own, with its event and mails, after which `onChange` is called. Safe to run on any number of workers. The errors of alarms are
   * thrown after all others were evaluated.
   */
  async evaluate(onChange: (change: AlarmEvaluation) => void): Promise<void> {
    const now = this.clock.now();
    const hasCounted = await this.tx.run(() => this.counts.count(now));
    if (!hasCounted) return;
    await collectingErrors('alarms could not be evaluated', async (attempt) => {
      for (const { alarm, sums } of await this.counts.judged(now)) {
        if (!alarm.wouldChange(sums, now)) continue;
        const change = await attempt(() => this.judge(alarm, now));
        if (change) onChange(change);
      }
    });
  }

  /** Deletes counts that are no longer in the windows of their alarms. Returns how many. */
  prune(): Promise<number> {
    return this.counts.prune(this.clock.now());
  }

  /** Evaluates again, with the alarm locked: another worker, or its owner, may have changed it since. */
  private judge({ accountId, id }: Alarm, now: Date): Promise<AlarmEvaluation | null> {
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
