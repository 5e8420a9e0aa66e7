import { isIPv4, isIPv6 } from '@trunkline/kernel';

const PREFIX_LENGTH = /^(0|[1-9]\d{0,2})$/;
/** Wider networks would claim a large part of the address space for one customer. */
const IPV4_BITS = { min: 8, max: 32 };
const IPV6_BITS = { min: 16, max: 128 };
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
/** Many resolvers read a last label of digits, or of hex digits after 0x, as an IPv4 address. */
const NUMERIC_LABEL = /^(\d+|0x[0-9a-f]*)$/i;
const HOST_LENGTH_MAX = 253;

/** Returns true for an IP address in its usual form, without an IPv6 zone. */
function isAddress(text: string): boolean {
  return isIPv4(text) || isIPv6(text);
}

/** Returns `203.0.113.5` as `203.0.113.5/32`, and a network unchanged; null for an invalid or too wide network. */
export function normalCidr(text: string): string | null {
  const slash = text.indexOf('/');
  const address = slash === -1 ? text : text.slice(0, slash);
  if (!isAddress(address)) return null;
  const { min, max } = isIPv4(address) ? IPV4_BITS : IPV6_BITS;
  const length = slash === -1 ? max : lengthOf(text.slice(slash + 1));
  return length >= min && length <= max ? `${address}/${length}` : null;
}

function lengthOf(prefix: string): number {
  return PREFIX_LENGTH.test(prefix) ? Number(prefix) : NaN;
}

/** Returns true for a host name (RFC 1123) or an IP address, without resolving it. */
export function isHost(text: string): boolean {
  if (isAddress(text)) return true;
  const labels = text.replace(/\.$/, '').split('.');
  if (text.length > HOST_LENGTH_MAX || NUMERIC_LABEL.test(labels.at(-1) ?? '')) return false;
  return labels.every((label) => LABEL.test(label));
}
