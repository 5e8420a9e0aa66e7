import type { Database } from '@trunkline/platform';
import {
  type CarrierLeases,
  type Lease,
  LEASE_SECONDS,
  type LeaseReport,
  type RefusalCount,
  type RefusalCounts,
} from '../../application/carriers/store-ports';

/** Characters of an error that operators read; those of TLS can be long. */
const ERROR_MAX = 255;
const LATER = `clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/**
 * $1: the worker, $2: its reports. The condition of the conflict is examined with the row locked, so that of two workers only
 * one takes a lapsed lease. A row that this statement renews is never one that it takes.
 */
const KEEP = `
  WITH reported AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS r ("carrierId" text, lease text, connected boolean, since timestamptz,
      "lastError" text, "lagMs" float8, "inFlight" integer, accepted integer, refused integer)),
  renewed AS (
    UPDATE messaging.carrier_links l SET expires_at = ${LATER}, reported_at = clock_timestamp(), connected = r.connected,
      since = r.since, last_error = left(r."lastError", ${ERROR_MAX}), lag_ms = round(r."lagMs"), in_flight = r."inFlight",
      accepted = r.accepted, refused = r.refused
    FROM reported r
    WHERE l.carrier_id = r."carrierId" AND l.lease = r.lease
    RETURNING l.carrier_id, l.lease),
  taken AS (
    INSERT INTO messaging.carrier_links AS l (carrier_id, worker, lease, expires_at, reported_at, connected, since, in_flight,
      accepted, refused)
    SELECT c.id, $1, gen_random_uuid()::text, ${LATER}, clock_timestamp(), false, $3, 0, 0, 0
    FROM messaging.carriers c LEFT JOIN messaging.carrier_links held ON held.carrier_id = c.id
    WHERE c.enabled AND (held.carrier_id IS NULL OR held.expires_at < clock_timestamp())
      AND NOT EXISTS (SELECT FROM reported r WHERE r."carrierId" = c.id)
    ORDER BY c.id
    ON CONFLICT (carrier_id) DO UPDATE SET worker = excluded.worker, lease = excluded.lease, expires_at = excluded.expires_at,
      reported_at = excluded.reported_at, connected = false, since = excluded.since, last_error = NULL, lag_ms = NULL,
      in_flight = 0, accepted = 0, refused = 0
      WHERE l.expires_at < clock_timestamp()
    RETURNING l.carrier_id, l.lease)
  SELECT kept.carrier_id AS "carrierId", kept.lease, c.updated_at AS "changedAt", c.enabled AS "isEnabled",
    coalesce(was.lease <> kept.lease AND was.expires_at > clock_timestamp() - interval '1 second', false) AS "wasJustHeld"
  FROM (SELECT * FROM renewed UNION ALL SELECT * FROM taken) kept JOIN messaging.carriers c ON c.id = kept.carrier_id
  LEFT JOIN messaging.carrier_links was ON was.carrier_id = kept.carrier_id
  UNION ALL
  SELECT r."carrierId", r.lease, $3::timestamptz, false, false FROM reported r
  WHERE NOT EXISTS (SELECT FROM messaging.carriers c WHERE c.id = r."carrierId")`;

const RELEASE = `UPDATE messaging.carrier_links l SET expires_at = clock_timestamp(), connected = false
  FROM jsonb_to_recordset($1::jsonb) AS r ("carrierId" text, lease text)
  WHERE l.carrier_id = r."carrierId" AND l.lease = r.lease`;

export class StoredCarrierLeases implements CarrierLeases {
  constructor(
    private readonly db: Database,
    private readonly clock: { now(): Date },
  ) {}

  keep(worker: string, reports: readonly LeaseReport[]): Promise<Lease[]> {
    return this.db.query<Lease>(KEEP, [worker, JSON.stringify(reports), this.clock.now()]);
  }

  release(leases: readonly Pick<Lease, 'carrierId' | 'lease'>[]): Promise<void> {
    return leases.length > 0 ? this.db.write(RELEASE, [JSON.stringify(leases)]) : Promise.resolve();
  }
}

const COUNT = `
  INSERT INTO messaging.carrier_refusals AS c (carrier_id, hour, prefix, code, error_code, count, last_at)
  SELECT r."carrierId", date_trunc('hour', r."lastAt", 'UTC'), r.prefix, r.code, r."errorCode", sum(r.count), max(r."lastAt")
  FROM jsonb_to_recordset($1::jsonb) AS r ("carrierId" text, prefix text, code text, "errorCode" text, count bigint,
    "lastAt" timestamptz)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (carrier_id, hour, prefix, code, error_code) DO UPDATE SET count = c.count + excluded.count,
    last_at = greatest(c.last_at, excluded.last_at)`;
const PRUNE = `DELETE FROM messaging.carrier_refusals WHERE hour < $1 RETURNING 1`;

export class StoredRefusalCounts implements RefusalCounts {
  constructor(private readonly db: Database) {}

  add(counts: readonly RefusalCount[]): Promise<void> {
    return this.db.write(COUNT, [JSON.stringify(counts)]);
  }

  async prune(before: Date): Promise<number> {
    return (await this.db.query(PRUNE, [before])).length;
  }
}
