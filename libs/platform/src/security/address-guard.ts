import { isIPv6, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress, resolveHost, resolveService } from './network-address';

export interface AddressPolicy {
  /** Allows private, loopback and reserved addresses, and leaves the resolution of names to the caller. */
  readonly allowPrivate: boolean;
  /** A service such as `_sip._udp`: the addresses that its SRV records at the host lead to are checked as well. */
  readonly srvService?: string | null;
}

export interface UrlPolicy extends AddressPolicy {
  /** Undefined: any port. */
  readonly ports: readonly number[] | undefined;
  /** Allows http, for development. */
  readonly allowPlain?: boolean;
}

export type AddressVerdict =
  /** `address` is the address to connect to. Null if private addresses are allowed: the caller resolves the name. */
  | { readonly isAllowed: true; readonly address: string | null }
  /** `reason` completes a sentence that starts with the field name. */
  | { readonly isAllowed: false; readonly reason: string };

const KEEP_MS = 30_000;
const TIMEOUT_MS = 1_500;
const HOSTS_MAX = 10_000;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const URL_FORM = /^https?:\/\/[^/\\?#\s]+(?:[/?][^\\\s]*)?$/i;

/**
 * Checks the hosts of webhooks and SIP gateways. Every address that a name resolves to must be public. The verdict contains
 * the address to connect to, because the name may resolve to another one later. It is cached for half a minute, since calls
 * wait for it.
 */
export class AddressGuard {
  private readonly judgements = new Map<string, { readonly until: number; readonly judgement: Promise<Judgement> }>();

  /** Checks a host name or an IP literal without brackets. */
  async judgeHost(host: string, { allowPrivate, srvService = null }: AddressPolicy): Promise<AddressVerdict> {
    // Names of private networks may only resolve on the switch.
    if (allowPrivate) return { isAllowed: true, address: null };
    const { fault, addresses } = await this.judge(host, srvService);
    return fault === null ? { isAllowed: true, address: addresses[0] ?? null } : refused(fault);
  }

  /** Checks a URL as parsed by the URL standard, like the client that connects. */
  judgeUrl(text: string, policy: UrlPolicy): Promise<AddressVerdict> {
    const fault = formFault(text, policy);
    if (fault !== null) return Promise.resolve(refused(fault));
    return this.judgeHost(new URL(text).hostname.replace(/^\[|\]$/g, ''), policy);
  }

  /**
   * Resolves names for a socket: it connects to an address that was checked, or not at all, so a name that changes between
   * check and connection is harmless. A socket looks up no IP literals: check the URL as well.
   */
  readonly lookup: LookupFunction = (host, { all, family }, done) => {
    this.judge(host).then(
      ({ fault, addresses }) => {
        const found = addresses
          .map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
          .filter((each) => family === 0 || family === undefined || each.family === family);
        const [first] = found;
        if (fault !== null || !first) done(new Error(`The host ${fault ?? 'has no such address'}.`), '');
        else if (all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };

  protected resolve(host: string): Promise<string[]> {
    return resolveHost(host);
  }

  protected resolveService(service: string, host: string): Promise<string[]> {
    return resolveService(service, host);
  }

  private judge(host: string, service: string | null = null): Promise<Judgement> {
    const name = service === null ? host : `${service}.${host}`;
    const known = this.judgements.get(name);
    if (known && known.until > Date.now()) return known.judgement;
    if (this.judgements.size >= HOSTS_MAX) this.judgements.clear();
    const judgement = this.look(host, service);
    this.judgements.set(name, { until: Date.now() + KEEP_MS, judgement });
    return judgement;
  }

  private async look(host: string, service: string | null): Promise<Judgement> {
    const addresses = await this.addressesOf(host, service);
    if (addresses.length === 0) return { fault: 'does not resolve', addresses };
    if (!addresses.every(isPublicAddress)) return { fault: 'stands for an address that is not public', addresses };
    return { fault: null, addresses: addresses.map((address) => ipaddr.process(address).toString()) };
  }

  private async addressesOf(host: string, service: string | null): Promise<string[]> {
    if (ipaddr.isValid(host)) return [host];
    return inTime(service === null ? this.resolve(host) : this.resolveService(service, host));
  }
}

interface Judgement {
  readonly fault: string | null;
  readonly addresses: readonly string[];
}

/** Returns the fault of a URL that needs no lookup, or null. */
function formFault(text: string, { ports, allowPlain }: UrlPolicy): string | null {
  const fault = schemeFault(
    text,
    allowPlain ? 'http:// or https://' : 'https://',
    allowPlain ? /^https?:/i : /^https:/i,
  );
  if (fault !== null) return fault;
  return ports && !ports.includes(portOf(new URL(text))) ? `must use port ${ports.join(', ')}` : null;
}

function schemeFault(text: string, schemes: string, allowed: RegExp): string | null {
  if (text.includes('#')) return 'must not have a fragment';
  if (!allowed.test(text)) return `must be an ${schemes} URL`;
  if (!URL_FORM.test(text) || !URL.canParse(text)) return `must be an ${schemes} URL without spaces and backslashes`;
  // The parsed URL shows no empty user, so the text is checked.
  return /^https?:\/\/[^/?]*@/i.test(text) ? 'must not have credentials' : null;
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port);
}

function refused(reason: string): AddressVerdict {
  return { isAllowed: false, reason };
}

/** Limits the lookup. A resolver that is too slow counts as one without addresses. */
function inTime(addresses: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), TIMEOUT_MS);
  });
  return Promise.race([addresses, late]).finally(() => clearTimeout(timer));
}
