import type { AddressGuard, Settings } from '@trunkline/platform';
import { type HostCheck, type HostResolver } from '../../application/trunks/ports';

/** Checks SIP hosts by the addresses that they currently resolve to. */
export class GuardedHosts implements HostResolver {
  constructor(
    private readonly guard: AddressGuard,
    private readonly settings: Pick<Settings, 'ALLOW_PRIVATE_SIP_HOSTS'>,
  ) {}

  check(host: string, srvService: string | null = null): Promise<HostCheck> {
    return this.guard.judgeHost(host, { allowPrivate: this.settings.ALLOW_PRIVATE_SIP_HOSTS, srvService });
  }
}
