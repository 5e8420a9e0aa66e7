import { invalidFields } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import { within } from '../nested-fields';
import type { SipTrunkRepository, WebhookUrls } from '../ports';

/** What a target names must be the account's own and in service when it is named (spec, RoutingProfileTarget). */
export class TargetChecks {
  constructor(
    private readonly trunks: SipTrunkRepository,
    private readonly urls: WebhookUrls,
  ) {}

  /** Looks names up, so not for inside a transaction. Throws `url_not_allowed`. */
  async requireAllowedUrl(url: string | null | undefined): Promise<void> {
    if (!url) return;
    const verdict = await this.urls.judge(url);
    if (!verdict.isAllowed) throw VoiceRoutingErrors.url_not_allowed({ fields: { webhook_url: verdict.reason } });
  }

  /** As requireAllowedUrl, of each in a list; the first that is refused is named with its place. */
  async requireAllowedUrls(targets: readonly { readonly webhookUrl?: string | null }[]): Promise<void> {
    await Promise.all(
      targets.map(({ webhookUrl }, index) => within(`targets.${index}`, () => this.requireAllowedUrl(webhookUrl))),
    );
  }

  /** Inside a transaction the trunk stays as it is until the end. Throws `invalid_input`, `trunk_not_active`. */
  async requireActiveTrunk(accountId: string, trunkId: string | null | undefined): Promise<void> {
    if (!trunkId) return;
    const status = await this.trunks.status(accountId, trunkId);
    if (status === null) throw invalidFields({ sip_trunk_id: 'is not a trunk of this account' });
    if (status !== 'active') throw VoiceRoutingErrors.trunk_not_active({ fields: { sip_trunk_id: `is ${status}` } });
  }
}
