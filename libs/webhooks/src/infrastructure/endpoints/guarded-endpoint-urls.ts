import type { AddressGuard, Settings, UrlPolicy } from '@trunkline/platform';
import { type EndpointUrls, type UrlCheck } from '../../application/ports';

export type UrlSettings = Pick<Settings, 'ALLOW_PRIVATE_WEBHOOKS' | 'WEBHOOK_PORTS'>;

/** Returns which URLs may receive deliveries. Holds for registration and for every request. */
export function urlPolicyOf({ ALLOW_PRIVATE_WEBHOOKS: allowPrivate, WEBHOOK_PORTS: ports }: UrlSettings): UrlPolicy {
  return { allowPrivate, ports: allowPrivate ? undefined : ports, allowPlain: allowPrivate };
}

export class GuardedEndpointUrls implements EndpointUrls {
  constructor(
    private readonly guard: AddressGuard,
    private readonly settings: UrlSettings,
  ) {}

  check(url: string): Promise<UrlCheck> {
    return this.guard.judgeUrl(url, urlPolicyOf(this.settings));
  }
}
