import { FUNDED_LIMIT, isWithin, NARROWEST_LIMIT, type NetworkLimit } from '../../domain/trunks/network';
import type { NetworkLimits } from '../trunks/trunk-checks';
import type { SourceNetworks, SourceTrunk } from '../calls/ports';

/** A host or, in IPv6, a link: a client that makes an authenticated call from it is its user. */
const ONE_USER: NetworkLimit = { ipv4Bits: 32, ipv6Bits: 64 };

interface Claim {
  readonly accountId: string;
  /** The source address, as the networks around it are of its family. */
  readonly address: string;
  readonly networks: SourceNetworks;
}

/**
 * Decides between the accounts that name networks around one address. What one of them names never decides about a call of
 * another: see docs/routing.md#source-networks.
 */
export class SourceClaims {
  constructor(private readonly limits: NetworkLimits) {}

  /**
   * Returns the account with the narrowest proven network; else the only account whose networks are not too wide and were
   * not in use by another one before. Null: ambiguous.
   */
  async decide(address: string, sources: readonly SourceTrunk[]): Promise<string | null> {
    const accounts = new Map(sources.map(({ accountId, networks }) => [accountId, networks]));
    const claims = [...accounts].flatMap(([accountId, networks]) =>
      networks === null ? [] : [{ accountId, address, networks }],
    );
    const proven = await this.provenBits(claims);
    if (proven.size === 0) return this.onlyAllowed(claims);
    const narrowest = Math.max(...proven.values());
    return onlyOne([...proven].filter(([, bits]) => bits === narrowest).map(([accountId]) => accountId));
  }

  /**
   * A call authenticated by digest proves no network that is wider than the account may name; and where calls of another
   * account came first, no more than the address, because a neighbour in a data centre could make such a call.
   */
  private async provenBits(claims: readonly Claim[]): Promise<ReadonlyMap<string, number>> {
    const proven = new Map<string, number>();
    for (const claim of claims) {
      const { confirmedBits, digestBits, isPreceded } = claim.networks;
      const isDigest =
        digestBits !== null &&
        (!isPreceded || isWithin(ONE_USER, { address: claim.address, bits: digestBits })) &&
        (await this.mayCount(claim, digestBits));
      const bits = Math.max(confirmedBits ?? -1, isDigest ? digestBits : -1);
      if (bits >= 0) proven.set(claim.accountId, bits);
    }
    return proven;
  }

  /** Stops at the second account, since reading the limits takes time. */
  private async onlyAllowed(claims: readonly Claim[]): Promise<string | null> {
    const allowed: string[] = [];
    const rivals = claims.filter(({ networks }) => !networks.isPreceded);
    for (const claim of rivals.toSorted((a, b) => b.networks.narrowestBits - a.networks.narrowestBits)) {
      if (allowed.length > 1) break;
      if (await this.mayCount(claim, claim.networks.narrowestBits)) allowed.push(claim.accountId);
    }
    return onlyOne(allowed);
  }

  /** Wholesale accounts may name wider networks, which count against other accounts only with an operator's confirmation. */
  private async mayCount({ accountId, address }: Claim, bits: number): Promise<boolean> {
    const network = { address, bits };
    if (isWithin(NARROWEST_LIMIT, network)) return true;
    return isWithin(FUNDED_LIMIT, network) && isWithin(await this.limits.of(accountId), network);
  }
}

function onlyOne(accountIds: readonly string[]): string | null {
  const [first] = accountIds;
  return accountIds.length === 1 && first !== undefined ? first : null;
}
