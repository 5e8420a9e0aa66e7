import { CommonErrors, invalidFields } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import type { RoutingTarget } from '../../domain/profiles/routing-target';
import { withFieldPath } from '../nested-fields';
import type { NumberDirectory } from '../ports';
import type { RouteTargets, WebhookUrls } from './ports';

/** Checks what a target refers to: an active trunk or WebRTC user of the account, a number that stays, or an allowed webhook URL. */
export class TargetChecks {
  constructor(
    private readonly routes: RouteTargets,
    private readonly urls: WebhookUrls,
    private readonly numbers: NumberDirectory,
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

  /**
   * Checks the trunk or WebRTC user of a target, and the number that an enabled target forwards to, with the profile locked:
   * none of them can go until the transaction ends. Throws `invalid_input`, `trunk_not_active`, `invalid_state`.
   */
  async assertUsable(target: RoutingTarget): Promise<void> {
    const status = await this.trunkStatus(target);
    if (status === null) throw invalidFields({ sip_trunk_id: 'must be a trunk of this account' });
    if (status !== 'active') throw VoiceRoutingErrors.trunk_not_active({ fields: { sip_trunk_id: `is ${status}` } });
    const user = await this.userStatus(target);
    if (user === null) throw invalidFields({ webrtc_user_id: 'must be a WebRTC user of this account' });
    if (user !== 'active')
      throw CommonErrors.invalid_state({ message: 'The WebRTC user is disabled. Enable it, or choose an active one.' });
    if (!(await this.forwardsToLeaving(target))) return;
    throw CommonErrors.invalid_state({
      message: `${String(target.pstnForwardE164)} is being released. Cancel its release first, or forward to another number.`,
    });
  }

  /** Returns whether `assertUsable` would accept the target. */
  async isUsable(target: RoutingTarget): Promise<boolean> {
    if ((await this.trunkStatus(target)) !== 'active' || (await this.userStatus(target)) !== 'active') return false;
    return !(await this.forwardsToLeaving(target));
  }

  /** A target without a trunk counts as one with an active trunk. */
  private async trunkStatus({ accountId, sipTrunkId }: RoutingTarget) {
    return sipTrunkId === null ? 'active' : this.routes.trunkStatus(accountId, sipTrunkId);
  }

  /** A target without a WebRTC user counts as one with an active user. */
  private async userStatus({ accountId, webrtcUserId }: RoutingTarget) {
    return webrtcUserId === null ? 'active' : this.routes.userStatus(accountId, webrtcUserId);
  }

  private async forwardsToLeaving({ accountId, pstnForwardE164, enabled }: RoutingTarget): Promise<boolean> {
    return enabled && pstnForwardE164 !== null && this.numbers.isLeaving(accountId, pstnForwardE164);
  }
}
