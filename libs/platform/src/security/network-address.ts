import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The assigned part of IPv6 (RFC 4291, section 2.4, and the IANA registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns true for an address of the public internet: not loopback, private, link-local, shared or reserved, and no
 * transition address (NAT64, 6to4, Teredo), which could embed one of those.
 */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip) || ip.includes('%')) return false;
  const address = ipaddr.process(ip);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST));
}

const resolver = new Resolver({ timeout: 700, tries: 2 });

export interface NameServers {
  resolve4(host: string): Promise<string[]>;
  resolve6(host: string): Promise<string[]>;
  resolveSrv(name: string): Promise<readonly { readonly name: string }[]>;
}

/**
 * Resolves a host name or an IP literal to all of its addresses. Returns an empty list if it does not resolve. Asks the name
 * servers directly: the system's resolver occupies one of few threads for each name, so slow ones would delay all others.
 */
export async function resolveHost(host: string, dns: NameServers = resolver): Promise<string[]> {
  if (ipaddr.isValid(host)) return [host];
  const found = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]);
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

/** More targets than a service has any use for, each of which is looked up. */
const SRV_RECORDS_MAX = 20;
/** The name servers answered: there are no such records. */
const NO_RECORDS = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Resolves a host and the targets of its SRV records for a service such as `_sip._udp` (RFC 2782) to all of their addresses,
 * since a client without SRV records uses those of the host. Returns an empty list if nothing resolves, if the records cannot
 * be read, and for more than 20 records.
 */
export async function resolveService(service: string, host: string, dns: NameServers = resolver): Promise<string[]> {
  const targets = await srvTargets(`${service}.${host}`, dns);
  if (targets === null || targets.length > SRV_RECORDS_MAX) return [];
  return (await Promise.all([host, ...targets].map((name) => resolveHost(name, dns)))).flat();
}

async function srvTargets(name: string, dns: NameServers): Promise<string[] | null> {
  try {
    return (await dns.resolveSrv(name)).map((record) => record.name);
  } catch (error) {
    if (NO_RECORDS.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    return null;
  }
}
