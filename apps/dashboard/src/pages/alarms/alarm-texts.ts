import type { Alarm, AlarmMetric } from '@trunkline/client';
import { format } from '../../format';

export const METRICS: Readonly<Record<AlarmMetric, string>> = {
  asr_pct: 'Answer-seizure ratio',
  failure_pct: 'Rate of failed calls',
  acd_s: 'Average call duration',
  cost_cents: 'Cost',
};

export const UNITS: Readonly<Record<AlarmMetric, string>> = {
  asr_pct: 'in percent',
  failure_pct: 'in percent',
  acd_s: 'in seconds',
  cost_cents: 'in dollars',
};

/** A value or threshold with its unit. */
export function valueText(metric: AlarmMetric, value: number): string {
  if (metric === 'cost_cents') return format.money(value);
  return metric === 'acd_s' ? `${format.count(value)} s` : format.percent(value);
}

const MINUTE = 60;
const HOUR = 3_600;

/** `15 minutes`, `1 hour`. */
export function windowText(seconds: number): string {
  const [count, unit] = seconds % HOUR === 0 ? [seconds / HOUR, 'hour'] : [seconds / MINUTE, 'minute'];
  return `${format.count(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** When an alarm is raised, in a sentence. */
export function conditionText({ metric, comparison, threshold, window_s, min_calls }: Alarm): string {
  const least = min_calls > 1 ? `, with at least ${format.count(min_calls)} calls` : '';
  return `${METRICS[metric]} ${comparison} ${valueText(metric, threshold)} in ${windowText(window_s)}${least}`;
}
