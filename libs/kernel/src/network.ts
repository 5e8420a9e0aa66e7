import ipaddr from 'ipaddr.js';

const LEADING_ZERO = /^0\d/;
const IPV4_BITS = 32;
const IPV6_BITS = 128;
/** The IPv4-mapped addresses (RFC 4291, section 2.5.5.2), and the spelling of them that sockets use. */
const MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
const AS_REPORTED = '::ffff:';
/** ipaddr.js takes this deprecated form (RFC 4291, section 2.5.5.1) for an IPv4-mapped address. */
const IPV4_COMPATIBLE = /^::[\d.]+$/;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
/** Many resolvers read a last label of digits, or of hex digits after 0x, as an IPv4 address. */
const NUMERIC_LABEL = /^(\d+|0x[0-9a-f]*)$/i;
const HOST_LENGTH_MAX = 253;
/** A client's part of an IPv6 address. */
const COUNTED_GROUPS = 4;

/** Returns true for four decimal parts: ipaddr.js also reads octal and hexadecimal parts, and fewer than four. */
export function isIPv4(text: string): boolean {
  // For other text, ipaddr.js throws and catches an error, which takes 20 µs: too much for every IPv6 client.
  return !text.includes(':') && ipaddr.IPv4.isValidFourPartDecimal(text);
}

/** Returns true for an address without a zone. A last part in IPv4 form must satisfy `isIPv4`, too. */
export function isIPv6(text: string): boolean {
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return false;
  return !text.includes('.') || isIPv4(text.slice(text.lastIndexOf(':') + 1));
}

/**
 * Returns the canonical address: ::ffff:a.b.c.d, as dual-stack sockets report an IPv4 peer, becomes a.b.c.d. Returns null
 * for an invalid address, which a proxy may pass in X-Forwarded-For.
 */
export function plainAddress(ip: string | null): string | null {
  if (ip === null || isIPv4(ip)) return ip;
  if (ip.startsWith(AS_REPORTED) && isIPv4(ip.slice(AS_REPORTED.length))) return ip.slice(AS_REPORTED.length);
  if (!isIPv6(ip)) return null;
  const address = ipaddr.IPv6.parse(ip);
  return address.match(MAPPED) && !isIPv4Compatible(ip) ? address.toIPv4Address().toString() : ip;
}

/**
 * Returns the network that rate limits count as one client: an IPv4 address, or the /64 of an IPv6 address, because one
 * client usually owns all of it. Returns `unknown` for an invalid address.
 */
export function countedNetwork(ip: string | null): string {
  const address = plainAddress(ip);
  if (address === null) return 'unknown';
  if (!address.includes(':')) return address;
  const groups = ipaddr.IPv6.parse(address).toNormalizedString().split(':');
  return `${groups.slice(0, COUNTED_GROUPS).join(':')}::/64`;
}

export interface Network {
  readonly address: string;
  /** Length of the prefix. */
  readonly bits: number;
}

/**
 * Reads a network in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32, or an address. A network of IPv4-mapped
 * addresses (`::ffff:203.0.113.0/120`) becomes the IPv4 network. Returns null for other text, for a network that contains
 * the mapped addresses, and for the deprecated form `::203.0.113.7`, which stands for another address than it seems to.
 */
export function networkOf(text: string): Network | null {
  const [written = '', prefix] = text.split('/');
  const address = plainAddress(written);
  if (address === null || isIPv4Compatible(address) || (prefix !== undefined && !isPrefix(text, prefix))) return null;
  const length = lengthOf(address);
  const bits = prefix === undefined ? length : Number(prefix) + length - lengthOf(written);
  return bits < 0 ? null : { address, bits };
}

function isIPv4Compatible(address: string): boolean {
  return address.includes('.') && IPV4_COMPATIBLE.test(address);
}

function isPrefix(network: string, prefix: string): boolean {
  return ipaddr.isValidCIDR(network) && !LEADING_ZERO.test(prefix);
}

function lengthOf(address: string): number {
  return isIPv4(address) ? IPV4_BITS : IPV6_BITS;
}

/** Returns the first address of the network, in canonical form (RFC 5952). */
export function firstAddressOf({ address, bits }: Network): string {
  const { IPv4, IPv6 } = ipaddr;
  return (isIPv4(address) ? IPv4 : IPv6).networkAddressFromCIDR(`${address}/${bits}`).toString();
}

/** Returns true when the address is not the first one of the network. */
export function hasHostBits(network: Network): boolean {
  return ipaddr.parse(network.address).toString() !== firstAddressOf(network);
}

/** Returns true for a host name (RFC 1123) or an IP address, without resolving it. */
export function isHost(text: string): boolean {
  if (isIPv4(text) || isIPv6(text)) return true;
  const labels = text.replace(/\.$/, '').split('.');
  if (text.length > HOST_LENGTH_MAX || NUMERIC_LABEL.test(labels.at(-1) ?? '')) return false;
  return labels.every((label) => LABEL.test(label));
}
