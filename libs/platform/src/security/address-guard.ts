import ipaddr from 'ipaddr.js';
import { isPublicAddress, resolveHost } from './network-address';

export interface AddressPolicy {
  /** Private, loopback and reserved addresses are allowed, and names are left to whoever connects. */
  readonly allowPrivate: boolean;
}

export interface UrlPolicy extends AddressPolicy {
  readonly ports: readonly number[];
}

export type AddressVerdict =
  /** `address` is what to connect to; null leaves resolving to whoever connects, where private addresses are allowed. */
  | { readonly isAllowed: true; readonly address: string | null }
  /** `reason` continues a sentence that begins with the name of the field. */
  | { readonly isAllowed: false; readonly reason: string };

const KEEP_MS = 30_000;
const TIMEOUT_MS = 1_500;
const HOSTS_MAX = 10_000;
const HTTPS_PORT = 443;
const URL_FORM = /^https:\/\/[^/\\?#\s]+(?:[/?][^\\\s]*)?$/i;

/**
 * Judges the addresses that customers ask us to connect to: webhooks and SIP gateways. Every address that a name stands
 * for must be public, in whatever spelling it comes. A verdict names the address to connect to, for a name may stand for
 * another one a moment later; it is kept for half a minute, since calls wait for it.
 */
export class AddressGuard {
  private readonly verdicts = new Map<string, { readonly until: number; readonly verdict: Promise<AddressVerdict> }>();

  /** Of a host name or an IP literal without brackets. */
  judgeHost(host: string, { allowPrivate }: AddressPolicy): Promise<AddressVerdict> {
    // Private networks often have names that only whoever connects can resolve.
    if (allowPrivate) return Promise.resolve({ isAllowed: true, address: null });
    const known = this.verdicts.get(host);
    if (known && known.until > Date.now()) return known.verdict;
    if (this.verdicts.size >= HOSTS_MAX) this.verdicts.clear();
    const verdict = this.look(host);
    this.verdicts.set(host, { until: Date.now() + KEEP_MS, verdict });
    return verdict;
  }

  /** Of a URL as the URL standard reads it, which is how it will be connected to. */
  judgeUrl(text: string, policy: UrlPolicy): Promise<AddressVerdict> {
    const fault = formFault(text, policy);
    if (fault !== null) return Promise.resolve(refused(fault));
    return this.judgeHost(new URL(text).hostname.replace(/^\[|\]$/g, ''), policy);
  }

  protected resolve(host: string): Promise<string[]> {
    return resolveHost(host);
  }

  private async look(host: string): Promise<AddressVerdict> {
    const addresses = ipaddr.isValid(host) ? [host] : await inTime(this.resolve(host));
    const [address] = addresses;
    if (address === undefined) return refused('does not resolve');
    if (!addresses.every(isPublicAddress)) return refused('stands for an address that is not public');
    return { isAllowed: true, address: ipaddr.process(address).toString() };
  }
}

/** What is wrong with a URL before any name is looked up; null when nothing is. */
function formFault(text: string, { ports }: UrlPolicy): string | null {
  if (text.includes('#')) return 'must not have a fragment';
  if (!/^https:/i.test(text)) return 'must be an https:// URL';
  if (!URL_FORM.test(text) || !URL.canParse(text)) return 'must be an https:// URL without spaces and backslashes';
  // An empty user leaves nothing in the parsed URL, so the text itself is asked.
  if (/^https:\/\/[^/?]*@/i.test(text)) return 'must not have credentials';
  const port = new URL(text).port;
  if (!ports.includes(port === '' ? HTTPS_PORT : Number(port))) return `must use port ${ports.join(', ')}`;
  return null;
}

function refused(reason: string): AddressVerdict {
  return { isAllowed: false, reason };
}

/** A resolver that does not answer in time has said nothing. */
function inTime(addresses: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), TIMEOUT_MS);
  });
  return Promise.race([addresses, late]).finally(() => clearTimeout(timer));
}
