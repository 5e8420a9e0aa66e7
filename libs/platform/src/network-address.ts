import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** True for an address that is reachable from the public internet: not loopback, private, link-local, shared or reserved. */
export function isPublicAddress(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';
}

/** True for an address or a network in CIDR form: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export function isNetwork(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const [address = '', prefix] = text.split('/');
  return isIP(address) !== 0 && !address.includes('%') && (prefix === undefined || ipaddr.isValidCIDR(text));
}

/** Every address that a host name or IP literal stands for; empty when it does not resolve. */
export async function resolveHost(host: string): Promise<string[]> {
  if (ipaddr.isValid(host)) return [host];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
