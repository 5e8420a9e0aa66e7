import type { AddressGuard, Settings, UrlPolicy } from '@trunkline/platform';
import { type WebhookUrlCheck, type WebhookUrls } from '../../application/profiles/ports';

/** Returns which URLs may be asked, as for webhook endpoints. Holds when a target is saved and for every request. */
export function webhookPolicyOf({
  ALLOW_PRIVATE_WEBHOOKS: allowPrivate,
  WEBHOOK_PORTS: ports,
}: Pick<Settings, 'ALLOW_PRIVATE_WEBHOOKS' | 'WEBHOOK_PORTS'>): UrlPolicy {
  return { allowPrivate, ports: allowPrivate ? undefined : ports, allowPlain: allowPrivate };
}

export class GuardedWebhookUrls implements WebhookUrls {
  constructor(
    private readonly guard: AddressGuard,
    private readonly settings: Pick<Settings, 'ALLOW_PRIVATE_WEBHOOKS' | 'WEBHOOK_PORTS'>,
  ) {}

  check(url: string): Promise<WebhookUrlCheck> {
    return this.guard.judgeUrl(url, webhookPolicyOf(this.settings));
  }
}
