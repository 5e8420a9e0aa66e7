import {
  type AccountHour,
  type DayRange,
  type FirstUse,
  NO_COUNTRY,
  type RepeatedMessages,
  type RepeatedMessagesQuery,
} from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { HourlySpending, MessagePatterns, SpendingHours } from '../application/spending';

const ADD = `INSERT INTO messaging.spending_hours AS h (account_id, country, hour, cost_cents, first_at)
  SELECT "accountId", country, hour, "costCents", "firstAt"
  FROM jsonb_to_recordset($1::jsonb) AS s ("accountId" text, country text, hour timestamptz, "costCents" bigint,
    "firstAt" timestamptz)
  ORDER BY 1, 2, 3
  ON CONFLICT (account_id, country, hour) DO UPDATE
    SET cost_cents = h.cost_cents + excluded.cost_cents, first_at = least(h.first_at, excluded.first_at)`;

const PRUNE = `DELETE FROM messaging.spending_hours h USING (
    SELECT account_id, country, hour FROM messaging.spending_hours WHERE hour < $1
    ORDER BY hour LIMIT $2 FOR UPDATE SKIP LOCKED) AS old
  WHERE h.account_id = old.account_id AND h.country = old.country AND h.hour = old.hour RETURNING 1`;

/** Messages are charged in the present hour, so an older one has not changed. $1 since. */
const RECENT = `hour >= date_trunc('hour', $1::timestamptz, 'UTC')`;
const CHANGED = `SELECT DISTINCT account_id AS "accountId", hour FROM messaging.spending_hours WHERE ${RECENT}`;

/** $1 accounts, $2 hours, $3 and $4 days before. */
const COSTS = `SELECT (
    SELECT coalesce(sum(u.cost_cents), 0)::bigint FROM generate_series($3::integer, $4::integer) AS days
      JOIN messaging.spending_hours u
        ON u.account_id = asked.account_id AND u.hour = asked.hour - days * interval '24 hours') AS cents
  FROM unnest($1::text[], $2::timestamptz[]) WITH ORDINALITY AS asked (account_id, hour, place) ORDER BY asked.place`;

const FIRST = `SELECT h.account_id AS "accountId", h.country, h.first_at AS "startedAt" FROM messaging.spending_hours h
  WHERE ${RECENT} AND h.first_at > $1 AND h.country <> '${NO_COUNTRY}' AND NOT EXISTS (
    SELECT FROM messaging.spending_hours e
    WHERE e.account_id = h.account_id AND e.country = h.country AND e.hour < h.hour)
  ORDER BY h.account_id, h.country`;

const USED = `SELECT FROM messaging.spending_hours
  WHERE account_id = $1 AND country = $2 AND first_at < $3 ORDER BY hour LIMIT 1`;

/** By the index of messages that have their body, as recent ones do. $1 from, $2 fewest recipients, $3 varying digits. */
const REPEATED = `SELECT account_id AS "accountId", left(recipient, -$3::integer) AS prefix, count(*) AS messages,
    sum(price_cents)::bigint AS "costCents", min(created_at) AS "startedAt"
  FROM messaging.messages
  WHERE body_sealed IS NOT NULL AND created_at > $1 AND direction = 'outbound' AND price_cents > 0 AND status <> 'failed'
  GROUP BY account_id, 2 HAVING count(DISTINCT recipient) >= $2 ORDER BY account_id, 2`;

export class StoredSpendingHours implements SpendingHours, MessagePatterns {
  constructor(private readonly db: Database) {}

  add(spending: readonly HourlySpending[]): Promise<void> {
    return this.db.write(ADD, [JSON.stringify(spending)]);
  }

  async prune(before: Date, limit: number): Promise<number> {
    return (await this.db.query(PRUNE, [before, limit])).length;
  }

  changedHours(since: Date): Promise<AccountHour[]> {
    return this.db.query<AccountHour>(CHANGED, [since], 'for values');
  }

  async costs(hours: readonly AccountHour[], { from, to }: DayRange): Promise<readonly number[]> {
    const asked = [hours.map(({ accountId }) => accountId), hours.map(({ hour }) => hour)];
    return (await this.db.query<{ cents: number }>(COSTS, [...asked, from, to])).map(({ cents }) => cents);
  }

  firstUses(since: Date): Promise<FirstUse[]> {
    return this.db.query<FirstUse>(FIRST, [since], 'for values');
  }

  async hasUsedBefore({ accountId, country, startedAt }: FirstUse): Promise<boolean> {
    return (await this.db.find(USED, [accountId, country, startedAt])) !== null;
  }

  repeatedMessages({ from, minRecipients, varyingDigits }: RepeatedMessagesQuery): Promise<RepeatedMessages[]> {
    return this.db.query<RepeatedMessages>(REPEATED, [from, minRecipients, varyingDigits], 'for values');
  }
}
