import { isPublicAddress, resolveHost, type Settings } from '@trunkline/platform';
import { HostResolver, type HostVerdict } from '../application/ports';

const KEEP_MS = 30_000;
const TIMEOUT_MS = 1_500;
const HOSTS_MAX = 10_000;

/** Judges hosts by what they resolve to now; keeps a verdict for half a minute, since calls wait for it. */
export class DnsHostResolver extends HostResolver {
  private readonly verdicts = new Map<string, { readonly until: number; readonly verdict: Promise<HostVerdict> }>();

  constructor(private readonly settings: Pick<Settings, 'ALLOW_PRIVATE_SIP_HOSTS'>) {
    super();
  }

  override judge(host: string): Promise<HostVerdict> {
    // Private networks often have names that only the switch can resolve.
    if (this.settings.ALLOW_PRIVATE_SIP_HOSTS) return Promise.resolve({ isAllowed: true, address: null });
    const known = this.verdicts.get(host);
    if (known && known.until > Date.now()) return known.verdict;
    if (this.verdicts.size >= HOSTS_MAX) this.verdicts.clear();
    const verdict = this.look(host);
    this.verdicts.set(host, { until: Date.now() + KEEP_MS, verdict });
    return verdict;
  }

  protected resolve(host: string): Promise<string[]> {
    return resolveHost(host);
  }

  private async look(host: string): Promise<HostVerdict> {
    const addresses = await inTime(this.resolve(host));
    const [address] = addresses;
    if (address === undefined) return { isAllowed: false, reason: 'does not resolve' };
    if (!addresses.every(isPublicAddress))
      return { isAllowed: false, reason: 'stands for an address that is not public' };
    return { isAllowed: true, address };
  }
}

/** A resolver that does not answer in time has said nothing. */
function inTime(addresses: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), TIMEOUT_MS);
  });
  return Promise.race([addresses, late]).finally(() => clearTimeout(timer));
}
