import { type Clock, type Page, type PageRequest } from '@trunkline/kernel';
import { columnsOf, type CryptoBox, type Database, membersOf, SealedTexts, Where } from '@trunkline/platform';
import {
  type CarrierFilter,
  type CarrierPasswords,
  type CarrierQueries,
  type CarrierRepository,
  type CarrierStatus,
  type CarrierView,
  QUEUED_SHOWN_MAX,
  type RefusalGroup,
  type RefusalRange,
} from '../../application/carriers/store-ports';
import type { Carrier } from '../../domain/carriers/carrier';
import type { EligibleCarrier } from '../../domain/carriers/carrier-choice';
import { type CarrierHealth, healthOf, type ReportedLink } from '../../domain/carriers/carrier-health';
import { CarrierSchema } from './carrier-schema';

const VIEW = membersOf(CarrierSchema, ['passwordSealed']);
const FROM = `FROM messaging.carriers c LEFT JOIN messaging.carrier_links l ON l.carrier_id = c.id`;
/** What the worker that holds the carrier last reported; nulls without any. */
const LINK = `l.connected, l.since, extract(epoch FROM clock_timestamp() - l.reported_at)::float8 AS "silentSeconds",
  l.accepted, l.refused`;

const SELECT = `SELECT ${columnsOf(CarrierSchema, VIEW, 'c')}, c.password_sealed IS NOT NULL AS "hasPassword", ${LINK} ${FROM}`;
const ELIGIBLE = `SELECT ${columnsOf(CarrierSchema, ['id', 'prefixes', 'priority', 'numbers'], 'c')}, ${LINK} ${FROM}
  WHERE c.enabled`;
/** $1: now. */
const WAITING = `FROM messaging.messages m WHERE m.carrier_id = c.id AND m.phase = 'waiting' AND m.due_at <= $1`;
/** What could not be handled, of carriers as the condition has it. */
const unhandled = (condition: string) => `(SELECT received_at, fault FROM messaging.carrier_events
      WHERE fault IS NOT NULL AND ${condition} LIMIT ${QUEUED_SHOWN_MAX})
    UNION ALL
    (SELECT min(started_at), max(fault) FROM messaging.inbound_parts
      WHERE fault IS NOT NULL AND ${condition} GROUP BY group_id LIMIT ${QUEUED_SHOWN_MAX})`;
const COUNT_UNHANDLED = `SELECT count(*)::integer AS count FROM (SELECT FROM (${unhandled('true')}) AS u LIMIT ${QUEUED_SHOWN_MAX}) AS counted`;
const STATUS = `SELECT ${LINK}, l.reported_at AS "reportedAt", l.last_error AS "lastError", l.lag_ms AS "lagMs",
    coalesce(l.in_flight, 0) AS "inFlight",
    (SELECT count(*) FROM (SELECT ${WAITING} LIMIT ${QUEUED_SHOWN_MAX}) AS shown) AS queued,
    (SELECT min(m.due_at) ${WAITING}) AS "oldestQueuedAt", u.*
  ${FROM} CROSS JOIN LATERAL (
    SELECT least(count(*), ${QUEUED_SHOWN_MAX}) AS unhandled, min(received_at) AS "oldestUnhandledAt",
      (array_agg(fault ORDER BY received_at DESC))[1] AS "lastFault"
    FROM (${unhandled('carrier_id = c.id')}) AS each) AS u
  WHERE c.id = $2`;
const LAGS = `SELECT c.id AS "carrierId", coalesce(extract(epoch FROM $1::timestamptz -
    (SELECT min(m.due_at) ${WAITING})), 0)::float8 AS seconds
  FROM messaging.carriers c WHERE c.enabled`;
const EXISTS = `SELECT FROM messaging.carriers WHERE id = $1`;
const LOCK_KEY = `SELECT pg_advisory_xact_lock(hashtextextended('messaging.carriers:' || $1, 0))`;
const WITH_KEY = `SELECT id, system_id AS "systemId" FROM messaging.carriers
  WHERE protocol = 'http' AND webhook_public_key = $1 ORDER BY id`;

/** The columns of `LINK`. */
type LinkColumns = { readonly [K in keyof ReportedLink]: ReportedLink[K] | null };

type CarrierRow = Omit<CarrierView, 'health' | 'connected'> & LinkColumns;
type EligibleRow = Pick<Carrier, 'id' | 'prefixes' | 'priority' | 'numbers'> & LinkColumns;
type StatusRow = Omit<CarrierStatus, 'health' | keyof LinkColumns> & LinkColumns;

export class StoredCarriers implements CarrierRepository {
  constructor(private readonly db: Database) {}

  add(carrier: Carrier): Promise<void> {
    return this.db.table(CarrierSchema).add(carrier);
  }

  save(carrier: Carrier): Promise<void> {
    return this.db.table(CarrierSchema).save(carrier);
  }

  remove({ id }: Carrier): Promise<void> {
    return this.db.write(`DELETE FROM messaging.carriers WHERE id = $1`, [id]);
  }

  lock(id: string): Promise<Carrier> {
    return this.db.table(CarrierSchema).get('id = $1 FOR UPDATE', [id]);
  }

  async lockKey(webhookPublicKey: string): Promise<readonly Pick<Carrier, 'id' | 'systemId'>[]> {
    await this.db.write(LOCK_KEY, [webhookPublicKey]);
    return this.db.query<Pick<Carrier, 'id' | 'systemId'>>(WITH_KEY, [webhookPublicKey]);
  }
}

export class CarrierReads implements CarrierQueries {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async list({ enabled, protocol }: CarrierFilter, page: PageRequest<'created_at'>): Promise<Page<CarrierView>> {
    const where = new Where().add('c.enabled = ?', enabled).add('c.protocol = ?', protocol);
    const of = ({ createdAt, id }: CarrierRow) => [createdAt, id] as const;
    const list = { select: SELECT, where, by: ['c.created_at', 'c.id'] as const, of };
    const { items, next } = await this.db.page<CarrierRow>(list, page);
    return { items: items.map((row) => this.withHealth(row)), next };
  }

  async get(id: string): Promise<CarrierView> {
    return this.withHealth(await this.db.get<CarrierRow>(`${SELECT} WHERE c.id = $1`, [id]));
  }

  async status(id: string): Promise<CarrierStatus> {
    const row = await this.db.get<StatusRow>(STATUS, [this.clock.now(), id]);
    return { ...this.withHealth(row), accepted: row.accepted ?? 0, refused: row.refused ?? 0 };
  }

  async refusals(id: string, { from, to }: RefusalRange, page: PageRequest<'count'>): Promise<Page<RefusalGroup>> {
    await this.db.get(EXISTS, [id]);
    const where = new Where();
    const [carrier, start, end] = [id, from, to].map((value) => where.value(value));
    const select = `SELECT * FROM (
      SELECT prefix, code, error_code AS "errorCode", sum(count)::bigint AS count, max(last_at) AS "lastAt",
        concat_ws(' ', prefix, error_code, code) AS key
      FROM messaging.carrier_refusals
      WHERE carrier_id = ${carrier} AND hour >= date_trunc('hour', ${start}::timestamptz, 'UTC') AND hour < ${end}
      GROUP BY prefix, code, error_code) AS refusals`;
    const of = ({ count, key }: RefusalGroup & { readonly key: string }) => [count, key] as const;
    return this.db.page({ select, where, by: ['count', 'key'], of }, page);
  }

  async countByHealth(): Promise<Readonly<Record<CarrierHealth, number>>> {
    const counts = { up: 0, degraded: 0, down: 0 };
    for (const { health } of await this.eligible()) counts[health] += 1;
    return counts;
  }

  lags(): Promise<readonly { readonly carrierId: string; readonly seconds: number }[]> {
    return this.db.query(LAGS, [this.clock.now()]);
  }

  async countUnhandled(): Promise<number> {
    return (await this.db.get<{ count: number }>(COUNT_UNHANDLED)).count;
  }

  async eligible(): Promise<readonly EligibleCarrier[]> {
    const rows = await this.db.query<EligibleRow>(ELIGIBLE);
    return rows.map(({ numbers, ...row }) => ({ ...this.withHealth(row), numbers: numbers && new Set(numbers) }));
  }

  find(id: string): Promise<Carrier | null> {
    return this.db.table(CarrierSchema).find('id = $1', [id]);
  }

  private withHealth<Row extends LinkColumns>(row: Row) {
    const { connected, since, silentSeconds, accepted, refused } = row;
    const link =
      connected === null || since === null || silentSeconds === null || accepted === null || refused === null
        ? null
        : { connected, since, silentSeconds, accepted, refused };
    const health = healthOf(link, this.clock.now());
    return { ...row, connected: connected === true && health !== 'down', health };
  }
}

export class CryptoBoxCarrierPasswords extends SealedTexts implements CarrierPasswords {
  constructor(box: CryptoBox) {
    super(box, 'messaging.carrier_password');
  }
}
