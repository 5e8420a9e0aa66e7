const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;
const IPV6_CHARACTERS = /^[0-9a-fA-F:.]+$/;
const IPV6_GROUPS = 8;
/** The prefix of IPv4-mapped addresses, ::ffff:0:0/96 (RFC 4291, section 2.5.5.2). */
const MAPPED_HEAD = '0:0:0:0:0:ffff';
/** The spelling that sockets use. */
const AS_REPORTED = '::ffff:';

export function isIPv4(text: string): boolean {
  return IPV4.test(text);
}

/** Uses the IPv6 parser of the URL standard, which rejects zones. */
export function isIPv6(text: string): boolean {
  return IPV6_CHARACTERS.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);
}

/**
 * Returns the canonical address: ::ffff:a.b.c.d, as dual-stack sockets report an IPv4 peer, becomes a.b.c.d. Returns null
 * for an invalid address, which a proxy may pass in X-Forwarded-For.
 */
export function plainAddress(ip: string | null): string | null {
  if (!ip || isIPv4(ip)) return ip || null;
  if (ip.startsWith(AS_REPORTED) && isIPv4(ip.slice(AS_REPORTED.length))) return ip.slice(AS_REPORTED.length);
  return isIPv6(ip) ? (mappedIn(ip) ?? ip) : null;
}

/**
 * Returns the network that rate limits count as one client: an IPv4 address, or the /64 of an IPv6 address, because one
 * client usually owns all of it. Returns `unknown` for an invalid address.
 */
export function countedNetwork(ip: string | null): string {
  const address = plainAddress(ip);
  if (address === null) return 'unknown';
  if (isIPv4(address)) return address;
  return `${groupsOf(address)
    .slice(0, IPV6_GROUPS / 2)
    .join(':')}::/64`;
}

function groupsOf(ipv6: string): string[] {
  const [head = '', tail] = new URL(`http://[${ipv6}]/`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => text.split(':').filter((group) => group !== '');
  const missing = IPV6_GROUPS - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)];
}

function mappedIn(ipv6: string): string | null {
  const groups = groupsOf(ipv6);
  if (groups.slice(0, -2).join(':') !== MAPPED_HEAD) return null;
  const bytes = groups.slice(-2).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]);
  return bytes.join('.');
}
