import { networkOf } from '@trunkline/kernel';

/**
 * Normalizes a network: one of IPv4-mapped addresses (`::ffff:203.0.113.0/120`) becomes the IPv4 network. Returns null
 * for an invalid network and for one larger than the mapped range.
 */
export function plainNetwork(text: string): string | null {
  const network = networkOf(text);
  if (network === null) return null;
  return text.includes('/') ? `${network.address}/${network.bits}` : network.address;
}
