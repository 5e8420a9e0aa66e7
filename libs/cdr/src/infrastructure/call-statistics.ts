import { columnsOf, type Database } from '@trunkline/platform';
import { type CallStatistics } from '../application/dashboard/ports';
import {
  type CallFigures,
  type CountryCalls,
  type DailyCalls,
  RECENT_CALL,
  type RecentCall,
} from '../application/dashboard/views';
import { CdrSchema } from './schema';

const DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const TOTALS = `SELECT coalesce(sum(calls), 0)::bigint AS count, coalesce(sum(seconds), 0)::bigint AS seconds,
    coalesce(sum(completed), 0)::bigint AS "normalClearing"
  FROM (
    SELECT calls, billable_seconds AS seconds, completed FROM cdr.call_hours
    WHERE account_id = $1 AND hour >= $3 AND hour < $4
    UNION ALL
    SELECT count(*), sum(billable_duration_seconds), count(*) FILTER (WHERE hangup_cause = 'normal_clearing')
    FROM cdr.cdrs WHERE account_id = $1 AND started_at >= $2 AND started_at < $3) AS part`;

const DAILY = `SELECT day.day AS "dayStart", coalesce(sum(h.calls), 0)::bigint AS count
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

const RECENT = `SELECT ${columnsOf(CdrSchema, RECENT_CALL)}
  FROM cdr.cdrs WHERE account_id = $1 ORDER BY started_at DESC, id DESC LIMIT $2`;

/** Reads the hourly counts, and the CDRs of the first hour, of which only a part counts. */
export class StoredCallStatistics implements CallStatistics {
  constructor(private readonly db: Database) {}

  async figures(accountId: string, now: Date): Promise<CallFigures> {
    const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
    const firstDay = new Date(today.getTime() - (DAYS - 1) * DAY_MS);
    const since = now.getTime() - DAYS * DAY_MS;
    const firstHour = new Date(Math.ceil(since / HOUR_MS) * HOUR_MS);
    const trailing = [accountId, new Date(since), firstHour, new Date(now.getTime() + DAY_MS)];
    const [totals, daily, topCountries] = await Promise.all([
      this.db.get<Pick<CallFigures, 'count' | 'seconds' | 'normalClearing'>>(TOTALS, trailing),
      this.db.query<DailyCalls>(DAILY, [accountId, firstDay, today]),
      this.db.query<CountryCalls>(COUNTRIES, trailing),
    ]);
    return { ...totals, daily, topCountries };
  }

  recent(accountId: string, limit: number): Promise<RecentCall[]> {
    return this.db.query<RecentCall>(RECENT, [accountId, limit]);
  }
}
