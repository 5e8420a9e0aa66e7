import { networkOf, plainAddress } from '@trunkline/kernel';

/** Length of the prefix of IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2). */
const MAPPED_BITS = 96;

/**
 * Normalizes a network: one of IPv4-mapped addresses (`::ffff:203.0.113.0/120`) becomes the IPv4 network. Returns null
 * for an invalid network and for one larger than the mapped range.
 */
export function plainNetwork(text: string): string | null {
  const network = networkOf(text);
  if (network === null) return null;
  const plain = plainAddress(network.address);
  if (plain === null || plain === network.address) return text;
  if (!text.includes('/')) return plain;
  const bits = network.bits - MAPPED_BITS;
  return bits >= 0 ? `${plain}/${bits}` : null;
}
