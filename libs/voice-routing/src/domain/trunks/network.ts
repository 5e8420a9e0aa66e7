import {
  firstAddressOf,
  hasHostBits,
  invalidFields,
  isIPv4,
  type Network,
  networkOf,
  type Tier,
} from '@trunkline/kernel';

/** The shortest prefixes of the networks that may be named. */
export interface NetworkLimit {
  readonly ipv4Bits: number;
  readonly ipv6Bits: number;
}

/** What every account may name, before its first top-up too. */
export const NARROWEST_LIMIT: NetworkLimit = { ipv4Bits: 24, ipv6Bits: 56 };
export const FUNDED_LIMIT: NetworkLimit = { ipv4Bits: 16, ipv6Bits: 32 };
const NO_LIMIT: NetworkLimit = { ipv4Bits: 0, ipv6Bits: 0 };
/** Carriers are the operator's: the limit only catches mistakes. */
export const CARRIER_LIMIT: NetworkLimit = { ipv4Bits: 8, ipv6Bits: 16 };

/** Returns the limit of an account. See docs/routing.md#source-networks. */
export function networkLimitOf(account: { readonly tier: Tier; readonly hasToppedUp: boolean }): NetworkLimit {
  if (account.tier === 'wholesale') return NO_LIMIT;
  return account.tier === 'verified' || account.hasToppedUp ? FUNDED_LIMIT : NARROWEST_LIMIT;
}

/**
 * Returns each network once, in CIDR notation, without IPv4-mapped addresses. Throws `invalid_input` naming the entries of
 * `field` that are no networks, have host bits or are wider than the limit; the networks in `kept` may be wider.
 */
export function normalizeNetworks(
  field: string,
  cidrs: readonly string[],
  limit: NetworkLimit,
  kept: readonly string[] = [],
): string[] {
  const faults: Record<string, string> = {};
  const normalized = cidrs.map((text, index) => {
    const network = networkOf(text);
    const fault = network === null ? INVALID : faultOf(network, limit, kept);
    if (fault !== null) faults[`${field}.${index}`] = fault;
    return network === null ? text : cidrOf(network);
  });
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  return [...new Set(normalized)];
}

const INVALID = 'must be an address, or a network in CIDR notation such as 203.0.113.0/24';

function faultOf(network: Network, limit: NetworkLimit, kept: readonly string[]): string | null {
  if (hasHostBits(network))
    return `must not have bits set after its prefix: send ${cidrOf(network)} for the network, or the address alone`;
  if (isWithin(limit, network) || kept.includes(cidrOf(network))) return null;
  return `must be /${limit.ipv4Bits} or narrower (IPv6: /${limit.ipv6Bits}) for this account`;
}

/** Returns true for a network that is not wider than the limit. */
export function isWithin({ ipv4Bits, ipv6Bits }: NetworkLimit, { address, bits }: Network): boolean {
  return bits >= (isIPv4(address) ? ipv4Bits : ipv6Bits);
}

function cidrOf(network: Network): string {
  return `${firstAddressOf(network)}/${network.bits}`;
}
