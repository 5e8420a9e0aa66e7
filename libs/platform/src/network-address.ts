import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** True for an address that is reachable from the public internet: not loopback, private, link-local, shared or reserved. */
export function isPublicAddress(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';
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
