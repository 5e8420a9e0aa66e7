import { isIPv4, isIPv6, plainAddress } from '@trunkline/kernel';

const PREFIX_LENGTH = /^(0|[1-9]\d{0,2})$/;
const IPV4_BITS = 32;
const IPV6_BITS = 128;
/** Length of the prefix of IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2). */
const MAPPED_BITS = IPV6_BITS - IPV4_BITS;

/** True for an address or a network in CIDR notation: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if ((!isIPv4(address) && !isIPv6(address)) || rest.length > 0) return false;
  const bits = isIPv4(address) ? IPV4_BITS : IPV6_BITS;
  return prefix === undefined || (PREFIX_LENGTH.test(prefix) && Number(prefix) <= bits);
}

/**
 * Normalizes a network: one of IPv4-mapped addresses (`::ffff:203.0.113.0/120`) becomes the IPv4 network. Returns null
 * for an invalid network and for one larger than the mapped range.
 */
export function plainNetwork(text: string): string | null {
  if (!isNetwork(text)) return null;
  const [address = '', prefix] = text.split('/');
  const plain = plainAddress(address);
  if (plain === null || plain === address) return text;
  if (prefix === undefined) return plain;
  const bits = Number(prefix) - MAPPED_BITS;
  return bits >= 0 ? `${plain}/${String(bits)}` : null;
}
