import { invalidFields } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import type { RoutingTarget } from '../../domain/profiles/routing-target';
import { withFieldPath } from '../nested-fields';
import type { SipTrunkRepository } from '../trunks/ports';
import type { WebhookUrls } from './ports';

/** Checks what a target refers to: an active trunk of the account, or an allowed webhook URL. */
export class TargetChecks {
  constructor(
    private readonly trunks: SipTrunkRepository,
    private readonly urls: WebhookUrls,
  ) {}

  /** Resolves the host: call it outside transactions. Throws `url_not_allowed`. */
  async assertUrlAllowed(url: string | null | undefined): Promise<void> {
    if (!url) return;
    const check = await this.urls.check(url);
    if (!check.isAllowed) throw VoiceRoutingErrors.url_not_allowed({ fields: { webhook_url: check.reason } });
  }

  /** Behaves as `assertUrlAllowed` for each target of a list; the error names the index of the target. */
  async assertUrlsAllowed(targets: readonly { readonly webhookUrl?: string | null }[]): Promise<void> {
    await Promise.all(
      targets.map(({ webhookUrl }, index) =>
        withFieldPath(`targets.${index}`, () => this.assertUrlAllowed(webhookUrl)),
      ),
    );
  }

  /** Inside a transaction the trunk cannot be archived until it ends. Throws `invalid_input`, `trunk_not_active`. */
  async assertTrunkActive(accountId: string, trunkId: string | null | undefined): Promise<void> {
    if (!trunkId) return;
    const status = await this.trunks.status(accountId, trunkId);
    if (status === null) throw invalidFields({ sip_trunk_id: 'must be a trunk of this account' });
    if (status !== 'active') throw VoiceRoutingErrors.trunk_not_active({ fields: { sip_trunk_id: `is ${status}` } });
  }

  /** Returns true for a target without a trunk. Inside a transaction the trunk cannot be archived until it ends. */
  async isTrunkActive({ accountId, sipTrunkId }: Pick<RoutingTarget, 'accountId' | 'sipTrunkId'>): Promise<boolean> {
    return sipTrunkId === null || (await this.trunks.status(accountId, sipTrunkId)) === 'active';
  }
}
