import type { AddressGuard, Settings } from '@trunkline/platform';
import { EndpointUrls, type UrlCheck } from '../../application/endpoints/ports';

export class GuardedEndpointUrls extends EndpointUrls {
  constructor(
    private readonly guard: AddressGuard,
    private readonly settings: Pick<Settings, 'ALLOW_PRIVATE_WEBHOOKS' | 'WEBHOOK_PORTS'>,
  ) {
    super();
  }

  override check(url: string): Promise<UrlCheck> {
    const { ALLOW_PRIVATE_WEBHOOKS: allowPrivate, WEBHOOK_PORTS: ports } = this.settings;
    return this.guard.judgeUrl(url, {
      allowPrivate,
      ports: allowPrivate ? undefined : ports,
      allowPlain: allowPrivate,
    });
  }
}
