import { countedNetwork, type Tier } from '@trunkline/kernel';
import type { Bucket } from '@trunkline/platform';

export type LimitName = 'api' | 'catalog_search' | 'orders' | 'sign_up' | 'login' | 'address' | 'callback';

const MINUTE_S = 60;
const HOUR_S = 3600;

interface Limit {
  readonly count: number;
  readonly perSeconds: number;
}

const perMinute = (count: number): Limit => ({ count, perSeconds: MINUTE_S });

/** Requests per account. An account under review cannot order at all, so its `orders` limit is never reached. */
const PER_ACCOUNT: Readonly<Record<'api' | 'catalog_search' | 'orders', Readonly<Record<Tier, Limit>>>> = {
  api: {
    manual_review: perMinute(60),
    self_serve: perMinute(300),
    verified: perMinute(1200),
    wholesale: perMinute(6000),
  },
  catalog_search: {
    manual_review: perMinute(30),
    self_serve: perMinute(60),
    verified: perMinute(300),
    wholesale: perMinute(1000),
  },
  orders: {
    manual_review: perMinute(20),
    self_serve: perMinute(20),
    verified: perMinute(100),
    wholesale: perMinute(600),
  },
};

/** Requests without a credential, per IPv4 address or IPv6 /64 network. */
const PER_ADDRESS: Readonly<Record<'sign_up' | 'login' | 'address' | 'callback', Limit>> = {
  sign_up: { count: 10, perSeconds: HOUR_S },
  login: { count: 30, perSeconds: 5 * MINUTE_S },
  address: perMinute(300),
  // Counted for the headers only: signed requests of a third party, from few addresses, are never rejected.
  callback: perMinute(6000),
};

export interface NamedBucket extends Bucket {
  readonly limit: number;
}

function bucket(key: string, { count, perSeconds }: Limit, factor: number): NamedBucket {
  const capacity = Math.max(1, Math.floor(count * factor));
  return { key, capacity, refillPerSecond: (count * factor) / perSeconds, limit: capacity };
}

export function accountBucket(
  name: keyof typeof PER_ACCOUNT,
  account: { readonly accountId: string; readonly tier: Tier },
  factor: number,
): NamedBucket {
  return bucket(`${name}:${account.accountId}`, PER_ACCOUNT[name][account.tier], factor);
}

export function addressBucket(name: keyof typeof PER_ADDRESS, ip: string | undefined, factor: number): NamedBucket {
  return bucket(`${name}:${countedNetwork(ip ?? null)}`, PER_ADDRESS[name], factor);
}

export function requestsPerMinute(tier: Tier, factor: number): number {
  return Math.floor(PER_ACCOUNT.api[tier].count * factor);
}

export function isPerAddress(name: LimitName): name is keyof typeof PER_ADDRESS {
  return name in PER_ADDRESS;
}

/** True for a limit that applies in addition to the account's limit on all requests. */
export function isPerAccount(name: LimitName | undefined): name is 'catalog_search' | 'orders' {
  return name === 'catalog_search' || name === 'orders';
}
