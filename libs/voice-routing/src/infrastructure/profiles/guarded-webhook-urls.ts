import type { AddressGuard, Settings } from '@trunkline/platform';
import { type WebhookUrlCheck, WebhookUrls } from '../../application/profiles/ports';

export class GuardedWebhookUrls extends WebhookUrls {
  constructor(
    private readonly guard: AddressGuard,
    private readonly settings: Pick<Settings, 'ALLOW_PRIVATE_WEBHOOKS' | 'WEBHOOK_PORTS'>,
  ) {
    super();
  }

  override check(url: string): Promise<WebhookUrlCheck> {
    const { ALLOW_PRIVATE_WEBHOOKS: allowPrivate, WEBHOOK_PORTS: ports } = this.settings;
    return this.guard.judgeUrl(url, { allowPrivate, ports });
  }
}
