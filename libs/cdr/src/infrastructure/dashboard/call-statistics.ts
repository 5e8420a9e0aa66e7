import type { Database } from '@trunkline/platform';
import { type CallStatistics } from '../../application/dashboard/ports';
import type { CallFigures, RecentCall } from '../../application/dashboard/views';
import type { Direction } from '../../domain/ingest/decision';

const DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const TOTALS = `SELECT coalesce(sum(calls), 0)::bigint AS count, coalesce(sum(seconds), 0)::bigint AS seconds,
    coalesce(sum(completed), 0)::bigint AS completed
  FROM (
    SELECT calls, billable_seconds AS seconds, completed FROM cdr.call_hours
    WHERE account_id = $1 AND hour >= $3 AND hour < $4
    UNION ALL
    SELECT count(*), sum(billable_duration_seconds), count(*) FILTER (WHERE hangup_cause = 'normal_clearing')
    FROM cdr.cdrs WHERE account_id = $1 AND started_at >= $2 AND started_at < $3) AS part`;

const DAILY = `SELECT day.day, coalesce(sum(h.calls), 0)::bigint AS count
  FROM generate_series($2::timestamptz, $3::timestamptz, interval '24 hours') AS day (day)
  LEFT JOIN cdr.call_hours h ON h.account_id = $1 AND h.hour >= day.day AND h.hour < day.day + interval '24 hours'
  GROUP BY day.day ORDER BY day.day`;

const COUNTRIES = `SELECT country, sum(calls)::bigint AS count
  FROM (
    SELECT value AS country, calls FROM cdr.call_hour_values
    WHERE account_id = $1 AND dimension = 'country' AND hour >= $3 AND hour < $4
    UNION ALL
    SELECT country, count(*) FROM cdr.cdrs
    WHERE account_id = $1 AND started_at >= $2 AND started_at < $3 AND country IS NOT NULL GROUP BY 1) AS part
  GROUP BY country ORDER BY sum(calls) DESC, country LIMIT 5`;

const RECENT = `SELECT id, direction, caller, caller_withheld, callee, started_at, billable_duration_seconds,
    customer_total_cents, currency, hangup_cause, sip_response_code
  FROM cdr.cdrs WHERE account_id = $1 ORDER BY started_at DESC, id DESC LIMIT $2`;

interface RecentRow {
  readonly id: string;
  readonly direction: Direction;
  readonly caller: string | null;
  readonly caller_withheld: boolean;
  readonly callee: string | null;
  readonly started_at: Date;
  readonly billable_duration_seconds: number;
  readonly customer_total_cents: number;
  readonly currency: string;
  readonly hangup_cause: string | null;
  readonly sip_response_code: number | null;
}

/** Reads the hourly counts, and the CDRs of the first hour, of which only a part counts. */
export class StoredCallStatistics implements CallStatistics {
  constructor(private readonly db: Database) {}

  async figures(accountId: string, now: Date): Promise<CallFigures> {
    const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
    const firstDay = new Date(today.getTime() - (DAYS - 1) * DAY_MS);
    const since = now.getTime() - DAYS * DAY_MS;
    const firstHour = new Date(Math.ceil(since / HOUR_MS) * HOUR_MS);
    const trailing = [accountId, new Date(since), firstHour, new Date(now.getTime() + DAY_MS)];
    const [totals, daily, countries] = await Promise.all([
      this.db.queryOne<{ count: number; seconds: number; completed: number }>(TOTALS, trailing),
      this.db.query<{ day: Date; count: number }>(DAILY, [accountId, firstDay, today]),
      this.db.query<{ country: string; count: number }>(COUNTRIES, trailing),
    ]);
    return {
      seconds: totals?.seconds ?? 0,
      count: totals?.count ?? 0,
      normalClearing: totals?.completed ?? 0,
      daily: daily.map(({ day, count }) => ({ dayStart: day, count })),
      topCountries: countries,
    };
  }

  async recent(accountId: string, limit: number): Promise<RecentCall[]> {
    const rows = await this.db.query<RecentRow>(RECENT, [accountId, limit]);
    return rows.map((row) => ({
      id: row.id,
      direction: row.direction,
      caller: row.caller,
      isCallerWithheld: row.caller_withheld,
      callee: row.callee,
      startedAt: row.started_at,
      billableDurationSeconds: row.billable_duration_seconds,
      customerTotalCents: row.customer_total_cents,
      currency: row.currency,
      hangupCause: row.hangup_cause,
      sipResponseCode: row.sip_response_code,
    }));
  }
}
