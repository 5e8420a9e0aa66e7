import { countedNetwork } from '@trunkline/kernel';
import { BlockList, isIPv6 } from 'node:net';
import { isPublicAddress, type Settings } from '@trunkline/platform';
import { FraudScreening, type ScreenedRequest } from '../../application/ports';
import type { Geolocation } from '../../application/screening/geolocation';
import { FRAUD_DECISIONS, type FraudDecision } from '../../domain/login-events/login-event';
import { DENIED_NETWORKS } from './fraud-lists';
import { isDisposable, ownedDomain } from './mail-domains';
import type { EarlierSignUps, RecentSignUps } from './recent-sign-ups';

type Thresholds = Pick<
  Settings,
  | 'FRAUD_SIGNUPS_PER_ADDRESS_REVIEW'
  | 'FRAUD_SIGNUPS_PER_ADDRESS_BLOCK'
  | 'FRAUD_SIGNUPS_PER_DOMAIN_REVIEW'
  | 'FRAUD_SIGNUPS_PER_DOMAIN_BLOCK'
>;
export type FraudRules = Thresholds &
  Pick<Settings, 'FRAUD_DENIED_NETWORKS' | 'FRAUD_DISPOSABLE' | 'FRAUD_COUNTRY_MISMATCH'>;

/**
 * Screens by what this system knows by itself. Denied networks block at sign-up and sign-in; at sign-up the mailbox, the
 * country and how many came before count too, and the worst of them decides.
 */
export class BuiltInFraudScreening extends FraudScreening {
  private readonly denied: BlockList;

  constructor(
    private readonly rules: FraudRules,
    private readonly geolocation: Geolocation,
    private readonly recent: RecentSignUps,
  ) {
    super();
    this.denied = blockListOf([...DENIED_NETWORKS, ...rules.FRAUD_DENIED_NETWORKS]);
  }

  override async screen(request: ScreenedRequest): Promise<FraudDecision> {
    if (this.isDenied(request.ip)) return 'block';
    if (request.country === null && !request.isInvited) return 'allow';
    const decision = worst(this.byMailbox(request), this.byCountry(request));
    return decision === 'block' ? decision : this.byVelocity(request, decision);
  }

  private isDenied(ip: string | null): boolean {
    return ip !== null && this.denied.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
  }

  private byMailbox({ email }: ScreenedRequest): FraudDecision {
    return email !== null && isDisposable(email) ? this.rules.FRAUD_DISPOSABLE : 'allow';
  }

  private byCountry({ country: claimed, ip }: ScreenedRequest): FraudDecision {
    const { country } = this.geolocation.locate(ip);
    return claimed !== null && country !== null && claimed !== country ? this.rules.FRAUD_COUNTRY_MISMATCH : 'allow';
  }

  /**
   * What is blocked is not counted, and keeps nobody else out. Private addresses are not counted either: they are ours,
   * or those of a proxy that stands for everybody.
   */
  private async byVelocity({ email, ip }: ScreenedRequest, otherwise: FraudDecision): Promise<FraudDecision> {
    if (email === null || ip === null || !isPublicAddress(ip)) return otherwise;
    let decision = otherwise;
    await this.recent.count({ email, network: countedNetwork(ip), domain: ownedDomain(email) }, (earlier) => {
      decision = worst(otherwise, tooMany(earlier, this.rules));
      return decision !== 'block';
    });
    return decision;
  }
}

function worst(...decisions: FraudDecision[]): FraudDecision {
  return FRAUD_DECISIONS.findLast((each) => decisions.includes(each)) ?? 'allow';
}

/**
 * Only what comes from the same network blocks. That others have verified addresses of a domain leads to a review at most:
 * whoever signs up next with the domain can be a colleague of theirs, and can verify an address as they did.
 */
function tooMany(earlier: EarlierSignUps, rules: Thresholds): FraudDecision {
  const { fromNetwork, withDomainFromNetwork, withDomain } = earlier;
  const isPast = (count: number, threshold: number) => threshold > 0 && count >= threshold;
  const blocks =
    isPast(fromNetwork, rules.FRAUD_SIGNUPS_PER_ADDRESS_BLOCK) ||
    isPast(withDomainFromNetwork, rules.FRAUD_SIGNUPS_PER_DOMAIN_BLOCK);
  const reviews =
    isPast(fromNetwork, rules.FRAUD_SIGNUPS_PER_ADDRESS_REVIEW) ||
    isPast(withDomain, rules.FRAUD_SIGNUPS_PER_DOMAIN_REVIEW);
  if (blocks) return 'block';
  return reviews ? 'review' : 'allow';
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
