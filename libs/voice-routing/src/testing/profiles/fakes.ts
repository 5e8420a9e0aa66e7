import { type WebhookUrlCheck, type WebhookUrls } from '../../application/profiles/ports';

export class FakeWebhookUrls implements WebhookUrls {
  readonly refused = new Set<string>();

  check(url: string): Promise<WebhookUrlCheck> {
    return Promise.resolve(this.refused.has(url) ? { isAllowed: false, reason: 'is private' } : { isAllowed: true });
  }
}
