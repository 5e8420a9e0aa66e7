import type { AddressGuard, Settings } from '@trunkline/platform';
import { HostResolver, type HostVerdict, WebhookUrls, type WebhookUrlVerdict } from '../../application/ports';

/** SIP hosts, judged by what they resolve to now. */
export class GuardedHosts extends HostResolver {
  constructor(
    private readonly guard: AddressGuard,
    private readonly settings: Pick<Settings, 'ALLOW_PRIVATE_SIP_HOSTS'>,
  ) {
    super();
  }

  override judge(host: string): Promise<HostVerdict> {
    return this.guard.judgeHost(host, { allowPrivate: this.settings.ALLOW_PRIVATE_SIP_HOSTS });
  }
}

export class GuardedWebhookUrls extends WebhookUrls {
  constructor(
    private readonly guard: AddressGuard,
    private readonly settings: Pick<Settings, 'ALLOW_PRIVATE_WEBHOOKS' | 'WEBHOOK_PORTS'>,
  ) {
    super();
  }

  override judge(url: string): Promise<WebhookUrlVerdict> {
    const { ALLOW_PRIVATE_WEBHOOKS: allowPrivate, WEBHOOK_PORTS: ports } = this.settings;
    return this.guard.judgeUrl(url, { allowPrivate, ports });
  }
}
