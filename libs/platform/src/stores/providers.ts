import { Database } from '../database/database';
import { Log } from '../observability/log';
import { CacheStore, RateLimitStore, TurnStore } from './ports';
import { PostgresCacheStore, PostgresRateLimitStore, PostgresTurnStore } from './postgres-stores';
import { RedisConnection } from './redis-connection';
import { RedisCacheStore, RedisRateLimitStore, RedisTurnStore } from './redis-stores';
import { ResilientCacheStore, ResilientRateLimitStore, ResilientTurnStore } from './resilient-stores';

const inject = [RedisConnection, Database, Log];

/** Provides the stores on Redis, with fallbacks while it is unavailable, or on PostgreSQL without `REDIS_URL`. */
export const storeProviders = [
  {
    provide: RateLimitStore,
    inject,
    useFactory: ({ client }: RedisConnection, db: Database, log: Log): RateLimitStore =>
      client ? new ResilientRateLimitStore(new RedisRateLimitStore(client), log) : new PostgresRateLimitStore(db),
  },
  {
    provide: CacheStore,
    inject,
    useFactory: ({ client }: RedisConnection, db: Database, log: Log): CacheStore =>
      client ? new ResilientCacheStore(new RedisCacheStore(client), log) : new PostgresCacheStore(db),
  },
  {
    provide: TurnStore,
    inject,
    useFactory: ({ client }: RedisConnection, db: Database, log: Log): TurnStore =>
      client ? new ResilientTurnStore(new RedisTurnStore(client), log) : new PostgresTurnStore(db),
  },
];
