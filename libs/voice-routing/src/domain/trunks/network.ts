import { isIPv4, isIPv6, networkOf } from '@trunkline/kernel';

/** Wider networks would claim a large part of the address space for one customer. */
const IPV4_BITS_MIN = 8;
const IPV6_BITS_MIN = 16;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
/** Many resolvers read a last label of digits, or of hex digits after 0x, as an IPv4 address. */
const NUMERIC_LABEL = /^(\d+|0x[0-9a-f]*)$/i;
const HOST_LENGTH_MAX = 253;

/** Returns `203.0.113.5` as `203.0.113.5/32`, and a network unchanged; null for an invalid or too wide network. */
export function normalCidr(text: string): string | null {
  const network = networkOf(text);
  if (network === null) return null;
  const { address, bits } = network;
  return bits >= (isIPv4(address) ? IPV4_BITS_MIN : IPV6_BITS_MIN) ? `${address}/${bits}` : null;
}

/** Returns true for a host name (RFC 1123) or an IP address, without resolving it. */
export function isHost(text: string): boolean {
  if (isIPv4(text) || isIPv6(text)) return true;
  const labels = text.replace(/\.$/, '').split('.');
  if (text.length > HOST_LENGTH_MAX || NUMERIC_LABEL.test(labels.at(-1) ?? '')) return false;
  return labels.every((label) => LABEL.test(label));
}
