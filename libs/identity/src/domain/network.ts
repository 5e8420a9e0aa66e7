import { isIP } from 'node:net';

const PREFIX_LENGTH = /^(0|[1-9]\d{0,2})$/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const BITS = { 4: 32, 6: 128 } as const;

/** True for an address or a network in CIDR form: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (PREFIX_LENGTH.test(prefix) && Number(prefix) <= BITS[version]);
}

/** A dual-stack socket reports an IPv4 peer as ::ffff:a.b.c.d; here it is a.b.c.d. Null for what is no address. */
export function plainAddress(ip: string | null): string | null {
  const address = ip?.match(MAPPED)?.[1] ?? ip;
  return address && isIP(address) && !address.includes('%') ? address : null;
}
