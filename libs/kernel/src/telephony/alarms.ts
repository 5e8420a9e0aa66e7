// What alarms about calls measure, and how. See docs/alarms.md.

export const ALARM_METRICS = ['asr_pct', 'acd_s', 'failure_pct', 'cost_cents'] as const;
export type AlarmMetric = (typeof ALARM_METRICS)[number];

export const ALARM_COMPARISONS = ['below', 'above'] as const;
export type AlarmComparison = (typeof ALARM_COMPARISONS)[number];

/**
 * Why a raised alarm is cleared. `changed`: what it compares was changed. The alarm goes on with the first three; `disabled` and
 * `deleted` end it.
 */
export const ALARM_CLEARINGS = ['recovered', 'no_calls', 'changed', 'disabled', 'deleted'] as const;
export type AlarmClearing = (typeof ALARM_CLEARINGS)[number];

export const ALARM_NAME_MAX = 64;
