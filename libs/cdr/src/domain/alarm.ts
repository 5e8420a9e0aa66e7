import {
  addSeconds,
  type AlarmClearing,
  type AlarmComparison,
  type AlarmMetric,
  invalidFields,
  newId,
} from '@trunkline/kernel';
import { acdSeconds, asrPct, type CallSums, failurePct } from './call-rates';

// See docs/alarms.md.

export const ALARM_STATES = ['ok', 'raised'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/** Of an account, and of a carrier. */
export const ALARMS_MAX = 50;
export const WINDOW_MIN_SECONDS = 300;
export const WINDOW_MAX_SECONDS = 86_400;
export const MIN_CALLS_MAX = 100_000;
export const MINUTE_SECONDS = 60;
/** A window is counted in at most as many steps of whole minutes, so that a long one is read as fast as a short one. */
export const STEPS_MAX = 60;
/** A call lasts no longer. */
const CALL_SECONDS_MAX = 14_400;
const PERCENT_MAX = 100;
export const THRESHOLD_MAX: Readonly<Record<AlarmMetric, number>> = {
  asr_pct: PERCENT_MAX,
  acd_s: CALL_SECONDS_MAX,
  failure_pct: PERCENT_MAX,
  cost_cents: 100_000_000,
};

/** How long the condition must not hold before a raised alarm is cleared, so that a value at the threshold sends few mails. */
export const RECOVERY_SECONDS = 300;
/** A raised alarm without a call for as long is cleared: nothing says any more that calls fail. */
export const QUIET_SECONDS = 86_400;

/** Which calls are measured. Null matches all. */
export interface AlarmScope {
  readonly sipTrunkId: string | null;
  readonly numberId: string | null;
  /** ISO 3166-1 alpha-2, of the remote party. */
  readonly country: string | null;
}

const SETTINGS = [
  'name',
  'metric',
  'windowSeconds',
  'comparison',
  'threshold',
  'minCalls',
  'scope',
  'enabled',
] as const satisfies readonly (keyof Alarm)[];
/** What is set of an alarm. */
export type AlarmSettings = Pick<Alarm, (typeof SETTINGS)[number]>;

/** A scope is set as a whole: its missing members match all. */
export type AlarmChange = Partial<Omit<AlarmSettings, 'scope'>> & { readonly scope?: Partial<AlarmScope> };

export const ALARM_DEFAULTS = { scope: {}, minCalls: 20, enabled: true } as const;
type Defaulted = keyof typeof ALARM_DEFAULTS;

export type NewAlarm = Omit<AlarmSettings, Defaulted> & Pick<AlarmChange, Defaulted>;

/** The account whose calls, or the carrier whose attempts are measured. */
export type AlarmOwner =
  | { readonly accountId: string; readonly carrierId: null }
  | { readonly accountId: null; readonly carrierId: string };

/** The calls of the window. */
export interface WindowSums extends CallSums {
  readonly failed: number;
  /** When the last call was counted, in the window or before; null without any. */
  readonly lastCallAt: Date | null;
}

export type AlarmTransition =
  | { readonly to: 'raised' }
  | { readonly to: 'ok'; readonly reason: AlarmClearing; readonly raisedAt: Date };

/** A threshold on the calls of an account, or on the attempts by a carrier. */
export class Alarm {
  readonly id!: string;
  readonly accountId!: string | null;
  readonly carrierId!: string | null;
  readonly name!: string;
  readonly metric!: AlarmMetric;
  readonly windowSeconds!: number;
  readonly comparison!: AlarmComparison;
  /** In the unit of the metric. */
  readonly threshold!: number;
  /** Calls that the window must hold; of `acd_s`, answered ones. */
  readonly minCalls!: number;
  readonly scope!: AlarmScope;
  readonly enabled!: boolean;
  readonly state!: AlarmState;
  /** When the state began. */
  readonly since!: Date;
  /** When the condition of a raised alarm was first seen not to hold; null while it holds. */
  readonly recoveringSince!: Date | null;
  /** Only calls that were recorded later are counted. */
  readonly countsFrom!: Date;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  private constructor(state: Partial<Alarm>) {
    Object.assign(this, state);
  }

  /** Throws `invalid_input`. */
  static create(owner: AlarmOwner, options: NewAlarm, now: Date): Alarm {
    const settings = withWholeScope({ ...ALARM_DEFAULTS, ...options });
    assertSettings(settings);
    const state = { state: 'ok', since: now, recoveringSince: null, countsFrom: now } as const;
    return new Alarm({ ...settings, ...owner, ...state, id: newId('alm'), createdAt: now, updatedAt: now });
  }

  /**
   * Clears a raised alarm if what it compares changes, or if it is disabled. A change of window or scope, and enabling, begin to
   * count anew. Does nothing without members. Throws `invalid_input`.
   */
  change(change: AlarmChange, now: Date): AlarmTransition | null {
    if (Object.keys(change).length === 0) return null;
    const was = settingsOf(this);
    const settings = withWholeScope({ ...was, ...change });
    assertSettings(settings);
    Object.assign(this, { ...settings, updatedAt: now });
    const differs = (members: readonly (keyof AlarmSettings)[]) =>
      members.some((member) => JSON.stringify(was[member]) !== JSON.stringify(settings[member]));
    if (differs(['windowSeconds', 'scope', 'enabled'])) Object.assign(this, { countsFrom: now });
    if (!this.enabled) return this.clear('disabled', now);
    return differs(['windowSeconds', 'scope', 'metric', 'comparison']) ? this.clear('changed', now) : null;
  }

  /** Returns what an alarm that is deleted ends with. */
  end(now: Date): AlarmTransition | null {
    return this.clear('deleted', now);
  }

  /** Returns whether `judge` would change the alarm. */
  wouldChange(sums: WindowSums, now: Date): boolean {
    const judged = new Alarm(this);
    return judged.judge(sums, now) !== null || judged.recoveringSince !== this.recoveringSince;
  }

  /** Evaluates the calls of the window at a time. */
  judge(sums: WindowSums, now: Date): AlarmTransition | null {
    const holds = this.conditionOf(sums);
    if (this.state === 'ok') return holds === true ? this.raise(now) : null;
    if (holds === null) return isQuiet(sums, now) ? this.clear('no_calls', now) : null;
    return this.recover(holds, now);
  }

  /** Whether the condition holds; null if too few calls tell. The cost is a sum, so few calls suffice to say that it is low. */
  private conditionOf(sums: WindowSums): boolean | null {
    const value = valueOf(this.metric, sums);
    const counted = this.metric === 'acd_s' ? sums.answered : sums.calls;
    if (value === null) return null;
    const holds = this.comparison === 'below' ? value < this.threshold : value > this.threshold;
    if (counted >= this.minCalls) return holds;
    return this.metric === 'cost_cents' && this.comparison === 'above' && !holds ? false : null;
  }

  /** Follows a raised alarm whose condition holds, or no longer does. */
  private recover(holds: boolean, now: Date): AlarmTransition | null {
    const recoveringSince = holds ? null : (this.recoveringSince ?? now);
    Object.assign(this, { recoveringSince });
    const isOver = recoveringSince !== null && addSeconds(recoveringSince, RECOVERY_SECONDS) <= now;
    return isOver ? this.clear('recovered', now) : null;
  }

  private raise(now: Date): AlarmTransition {
    Object.assign(this, { state: 'raised', since: now, recoveringSince: null });
    return { to: 'raised' };
  }

  private clear(reason: AlarmClearing, now: Date): AlarmTransition | null {
    if (this.state === 'ok') return null;
    const raisedAt = this.since;
    Object.assign(this, { state: 'ok', since: now, recoveringSince: null });
    return { to: 'ok', reason, raisedAt };
  }
}

/** Returns the metric of calls, as their summary does; null without calls that have one. */
export function valueOf(metric: AlarmMetric, sums: CallSums & { readonly failed: number }): number | null {
  const of = { asr_pct: asrPct, acd_s: acdSeconds, failure_pct: failurePct, cost_cents: () => sums.costCents };
  return of[metric](sums);
}

function settingsOf(alarm: Alarm): AlarmSettings {
  return withWholeScope(Object.fromEntries(SETTINGS.map((name) => [name, alarm[name]])) as AlarmSettings);
}

/** Names each member of the scope, in one order: equal scopes are equal as JSON, whatever a request or a row leaves out. */
function withWholeScope<T extends { readonly scope: Partial<AlarmScope> }>(settings: T) {
  const { sipTrunkId = null, numberId = null, country = null } = settings.scope;
  return { ...settings, scope: { sipTrunkId, numberId, country } };
}

function isQuiet({ lastCallAt }: WindowSums, now: Date): boolean {
  return lastCallAt === null || addSeconds(lastCallAt, QUIET_SECONDS) <= now;
}

function assertSettings({
  metric,
  threshold,
  windowSeconds,
}: Pick<AlarmSettings, 'metric' | 'threshold' | 'windowSeconds'>): void {
  if (windowSeconds % MINUTE_SECONDS !== 0) throw invalidFields({ window_s: 'must be a multiple of 60' });
  const max = THRESHOLD_MAX[metric];
  if (threshold > max) throw invalidFields({ threshold: `must be at most ${max} for ${metric}` });
  if (metric === 'cost_cents' && !Number.isInteger(threshold))
    throw invalidFields({ threshold: 'must be an integer for cost_cents' });
}
