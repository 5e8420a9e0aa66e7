import { type AlarmMetric, compose, countryName, displayCents, inUtc, type Message, unlinked } from '@trunkline/kernel';
import { type Alarm, type AlarmTransition, valueOf, type WindowSums } from '../../domain/alarm';

const FOOTERS = {
  technical: 'You receive this email because you are an owner or admin of the account.',
  cost: 'You receive this email because you are an owner, admin or billing member of the account.',
};

/** Composes the mail of an alarm that is raised. */
export function raisedMessage(name: string, alarm: Alarm, sums: WindowSums, link: string): Message {
  return compose({
    subject: 'An alarm was raised',
    name,
    lines: [
      `The alarm “${unlinked(alarm.name)}” was raised on ${inUtc(alarm.since)}.`,
      measured(alarm, sums),
      conditionOf(alarm),
    ],
    action: { label: 'View your alarms', link },
    footer: footerOf(alarm),
  });
}

type Cleared = Extract<AlarmTransition, { readonly to: 'ok' }> & { readonly sums: WindowSums };

/** Composes the mail of an alarm that is cleared without anyone's doing. */
export function clearedMessage(name: string, alarm: Alarm, { reason, raisedAt, sums }: Cleared, link: string): Message {
  const since = `It had been raised since ${inUtc(raisedAt)}.`;
  return compose({
    subject: 'An alarm was cleared',
    name,
    lines: [
      `The alarm “${unlinked(alarm.name)}” was cleared on ${inUtc(alarm.since)}. ${since}`,
      reason === 'no_calls' ? 'No call that it measures has been recorded for a day.' : measured(alarm, sums),
    ],
    action: { label: 'View your alarms', link },
    footer: footerOf(alarm),
  });
}

const TITLES: Readonly<Record<AlarmMetric, string>> = {
  asr_pct: 'answer-seizure ratio',
  acd_s: 'average call duration',
  failure_pct: 'rate of failed calls',
  cost_cents: 'cost',
};

function measured(alarm: Alarm, sums: WindowSums): string {
  const { metric, windowSeconds, scope } = alarm;
  const of = scope.country ? ` with ${countryName(scope.country)}` : '';
  const some = scope.sipTrunkId || scope.numberId ? ' of its trunk or number' : '';
  const [calls, were] = sums.calls === 1 ? ['call', 'was'] : ['calls', 'were'];
  const value = valueOf(metric, sums);
  const is = value === null ? '' : ` The ${TITLES[metric]} was ${shown(metric, value)}.`;
  return `${sums.calls} ${calls}${some}${of} ${were} recorded in the last ${lengthOf(windowSeconds)}.${is}`;
}

function conditionOf({ metric, comparison, threshold, minCalls }: Alarm): string {
  const calls = metric === 'acd_s' ? 'answered calls' : 'calls';
  const least = minCalls > 1 ? `, with at least ${minCalls} ${calls} in the window` : '';
  return `The alarm is raised when the ${TITLES[metric]} is ${comparison} ${shown(metric, threshold)}${least}.`;
}

function shown(metric: AlarmMetric, value: number): string {
  if (metric === 'cost_cents') return displayCents(value);
  return metric === 'acd_s' ? `${value} seconds` : `${value} %`;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

function lengthOf(seconds: number): string {
  const isHours = seconds % HOUR_SECONDS === 0;
  const count = seconds / (isHours ? HOUR_SECONDS : MINUTE_SECONDS);
  const unit = isHours ? 'hour' : 'minute';
  return count === 1 ? unit : `${count} ${unit}s`;
}

function footerOf({ metric }: Alarm): string {
  return metric === 'cost_cents' ? FOOTERS.cost : FOOTERS.technical;
}
