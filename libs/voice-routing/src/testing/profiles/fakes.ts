import { type WebhookUrlCheck, WebhookUrls } from '../../application/profiles/ports';

export class FakeWebhookUrls extends WebhookUrls {
  readonly refused = new Set<string>();

  override check(url: string): Promise<WebhookUrlCheck> {
    return Promise.resolve(this.refused.has(url) ? { isAllowed: false, reason: 'is private' } : { isAllowed: true });
  }
}
