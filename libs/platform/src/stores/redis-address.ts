import type { RedisOptions } from 'ioredis';

const SENTINEL_PORT = 26_379;
const SENTINEL =
  /^redis(?<tls>s?)\+sentinel:\/\/(?:(?<user>[^:@/]*):(?<password>[^@/]*)@)?(?<hosts>[^@/?]+)\/(?<name>[^/?]+)(?:\/(?<db>\d+))?(?:\?(?<query>.*))?$/;
/** Returns true for the URL of a Redis server or of Sentinels. */
export function isRedisAddress(text: string): boolean {
  return /^rediss?:\/\/./.test(text) || SENTINEL.test(text);
}

/** Returns the options that the URL of Sentinels names, or null for the URL of a server. */
export function sentinelOptions(address: string): RedisOptions | null {
  const { tls, user, password, hosts, name, db, query } = SENTINEL.exec(address)?.groups ?? {};
  if (!hosts || !name) return null;
  const search = new URLSearchParams(query);
  const given = {
    username: decoded(user),
    password: decoded(password),
    db: db && Number(db),
    sentinelUsername: search.get('sentinel_username'),
    sentinelPassword: search.get('sentinel_password'),
  };
  return {
    sentinels: hosts.split(',').map(sentinelAt),
    name: decodeURIComponent(name),
    role: 'master',
    // Connects to a new master as soon as the Sentinels announce it.
    failoverDetector: true,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
    ...(tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  };
}

function decoded(text: string | undefined): string | undefined {
  return text && decodeURIComponent(text);
}

function sentinelAt(text: string): { host: string; port: number } {
  const { hostname, port } = new URL(`http://${text}`);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || SENTINEL_PORT) };
}
