import { COMMIT_LAZILY, type Database } from '../database/database';
import { type Bucket, type CacheStore, type Grant, type RateLimitStore, type TurnStore } from './ports';

const TAKE = `
  INSERT INTO platform.rate_limits AS held (key, tokens, granted, updated_at)
  VALUES ($1, $2::float8 - least($4::int, floor($2::float8)), least($4::int, floor($2::float8)), clock_timestamp())
  ON CONFLICT (key) DO UPDATE SET (tokens, granted, updated_at) = (
    SELECT level - take, take, clock_timestamp()
    FROM (SELECT least($2::float8, held.tokens + $3::float8
            * greatest(0, extract(epoch FROM clock_timestamp() - held.updated_at))::float8) AS level) AS now_held,
         LATERAL (SELECT least($4::int, floor(level)) AS take) AS given)
  RETURNING granted, tokens AS remaining`;
/** Losing the last permits in a crash is better than waiting for the disk at each request. */
const TAKE_ALONE = `${TAKE}, ${COMMIT_LAZILY}`;

export class PostgresRateLimitStore implements RateLimitStore {
  constructor(private readonly db: Database) {}

  take({ key, capacity, refillPerSecond }: Bucket, wanted: number): Promise<Grant> {
    const text = this.db.inTransaction ? TAKE : TAKE_ALONE;
    return this.db.get(text, [key, capacity, refillPerSecond, wanted]);
  }
}

export class PostgresCacheStore implements CacheStore {
  constructor(private readonly db: Database) {}

  async get(key: string): Promise<unknown> {
    const row = await this.db.find<{ value: unknown }>(
      `SELECT value FROM platform.cache WHERE key = $1 AND expires_at > clock_timestamp()`,
      [key],
      'shared',
    );
    return row?.value;
  }

  async set(key: string, value: unknown, ttlSeconds: number): Promise<void> {
    await this.db.query(
      `INSERT INTO platform.cache (key, value, expires_at)
       VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
      [key, JSON.stringify(value), ttlSeconds],
    );
  }

  async drop(key: string): Promise<void> {
    await this.db.query(`DELETE FROM platform.cache WHERE key = $1`, [key]);
  }
}

export class PostgresTurnStore implements TurnStore {
  constructor(private readonly db: Database) {}

  async next(key: string): Promise<number> {
    const { turn } = await this.db.get<{ turn: number }>(
      `INSERT INTO platform.turns AS held (key, turn) VALUES ($1, 1)
       ON CONFLICT (key) DO UPDATE SET turn = held.turn + 1 RETURNING turn`,
      [key],
    );
    return turn;
  }
}
