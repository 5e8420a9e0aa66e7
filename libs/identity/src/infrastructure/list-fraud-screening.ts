import { BlockList, isIPv6 } from 'node:net';
import { FraudScreening, type ScreenedRequest } from '../application/ports';
import { domainOf } from '../domain/email-address';
import type { FraudDecision } from '../domain/login-event';
import { DENIED_NETWORKS, DISPOSABLE_DOMAINS } from './fraud-lists';

/** Screening by two lists that are built in: denied networks block, disposable mailboxes are reviewed. */
export class ListFraudScreening extends FraudScreening {
  private readonly denied = new BlockList();

  constructor() {
    super();
    for (const [address, prefix, family] of DENIED_NETWORKS) this.denied.addSubnet(address, prefix, family);
  }

  override screen({ email, ip }: ScreenedRequest): Promise<FraudDecision> {
    return Promise.resolve(this.decide(email, ip));
  }

  private decide(email: string, ip: string | null): FraudDecision {
    if (ip && this.denied.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return 'block';
    return DISPOSABLE_DOMAINS.has(domainOf(email)) ? 'review' : 'allow';
  }
}
