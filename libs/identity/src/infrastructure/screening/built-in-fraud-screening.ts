import { countedNetwork } from '@trunkline/kernel';
import { BlockList, isIPv6 } from 'node:net';
import { isPublicAddress, type Settings } from '@trunkline/platform';
import type { FraudScreening, ScreenedRequest, Geolocation, CaptchaVerifier } from '../../application/screening/ports';
import { FRAUD_DECISIONS, type FraudDecision } from '../../domain/sessions/login-event';
import { isDisposable, ownedDomain } from './mail-domains';
import type { EarlierSignUps, RecentSignUps } from './recent-sign-ups';

/** Accepts every request: no captcha provider is configured. */
export class OpenCaptcha implements CaptchaVerifier {
  verify(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

/** Networks that cannot be the source of a real request (RFC 6890). */
export const DENIED_NETWORKS: readonly string[] = ['0.0.0.0/8', '198.18.0.0/15', '240.0.0.0/4', '100::/64'];

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
 * Screens with local data. Denied networks block at sign-up and sign-in. At sign-up, the worst of mailbox, country and
 * velocity decides. See docs/identity.md#fraud-screening.
 */
export class BuiltInFraudScreening implements FraudScreening {
  private readonly denied: BlockList;

  constructor(
    private readonly rules: FraudRules,
    private readonly geolocation: Geolocation,
    private readonly recent: RecentSignUps,
  ) {
    this.denied = blockListOf([...DENIED_NETWORKS, ...rules.FRAUD_DENIED_NETWORKS]);
  }

  async screen(request: ScreenedRequest): Promise<FraudDecision> {
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
   * Blocked sign-ups are not counted, so that they affect no other customer. Private addresses are not counted either:
   * they belong to this deployment or its proxy.
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
 * Only sign-ups from the same network block. Verified addresses of the domain from other networks lead to a review at
 * most: the next sign-up with the domain may be a colleague's.
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
