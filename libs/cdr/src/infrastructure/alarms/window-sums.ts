import { MINUTE_SECONDS, STEPS_MAX } from '../../domain/alarm';

export const MICROCENTS_PER_CENT = 1_000_000;
const HOUR_SECONDS = STEPS_MAX * MINUTE_SECONDS;

/** The length of a step by which the window of an alarm `a` moves on. See docs/alarms.md#windows. */
export const STEP = `((a.window_seconds + ${HOUR_SECONDS - 1}) / ${HOUR_SECONDS} * ${MINUTE_SECONDS}) * interval '1 second'`;

/** The start of the window of an alarm `a`: steps that begin later are in it, at least in part. */
export const windowStart = (now: string) => `${now} - a.window_seconds * interval '1 second' - ${STEP}`;

/** Joins alarms `a` with the calls of their windows, `sums`, which has the members of `WindowSums`. */
export const windowSums = (now: string) => `CROSS JOIN LATERAL (
    SELECT coalesce(sum(c.calls), 0)::bigint AS calls, coalesce(sum(c.answered), 0)::bigint AS answered,
      coalesce(sum(c.failed), 0)::bigint AS failed, coalesce(sum(c.billable_seconds), 0)::bigint AS "billableSeconds",
      round(coalesce(sum(c.cost_microcents), 0) / ${MICROCENTS_PER_CENT})::bigint AS "costCents",
      (SELECT max(l.at) FROM cdr.alarm_counts l WHERE l.alarm_id = a.id AND l.counts_from = a.counts_from) AS "lastCallAt"
    FROM cdr.alarm_counts c WHERE c.alarm_id = a.id AND c.counts_from = a.counts_from AND c.at > ${windowStart(now)}) AS sums`;
