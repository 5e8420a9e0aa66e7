const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;
const IPV6_CHARACTERS = /^[0-9a-fA-F:.]+$/;
const PREFIX_LENGTH = /^(0|[1-9]\d{0,2})$/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const IPV4_BITS = 32;
const IPV6_BITS = 128;

function isIPv4(text: string): boolean {
  return IPV4.test(text);
}

/** The URL standard's own reader of IPv6 addresses, which knows no zones. */
function isIPv6(text: string): boolean {
  return IPV6_CHARACTERS.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);
}

/** True for an address or a network in CIDR form: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if ((!isIPv4(address) && !isIPv6(address)) || rest.length > 0) return false;
  const bits = isIPv4(address) ? IPV4_BITS : IPV6_BITS;
  return prefix === undefined || (PREFIX_LENGTH.test(prefix) && Number(prefix) <= bits);
}

/**
 * The address as it is kept: a dual-stack socket reports an IPv4 peer as ::ffff:a.b.c.d, which here is a.b.c.d. Null for
 * what is no address, which is what a proxy may make of X-Forwarded-For.
 */
export function plainAddress(ip: string | null): string | null {
  const address = ip?.match(MAPPED)?.[1] ?? ip;
  return address && (isIPv4(address) || isIPv6(address)) ? address : null;
}
