import type { Clock } from '@trunkline/kernel';
import type { EnabledTargets } from './profiles/enabled-targets';
import type { SipTrunkRepository } from './trunks/ports';
import type { WebrtcUserRepository } from './webrtc/ports';

/**
 * A trunk with the number as its caller ID override or default caller ID, a WebRTC user with it as default caller ID, or an
 * enabled target that forwards to it. Excludes archived ones.
 */
export type NumberUse =
  | { readonly e164: string; readonly kind: 'trunk' | 'webrtc_user'; readonly id: string }
  | { readonly e164: string; readonly kind: 'target'; readonly id: string; readonly profileId: string };

/**
 * Uses of a number besides its own route, for the context that releases numbers. Profiles, trunks and users are locked before
 * numbers: lock the uses of a number first, and list them again under the number's lock.
 */
export abstract class NumberUses {
  /** Returns trunks first, then WebRTC users, each in id order. */
  abstract list(accountId: string, e164s: readonly string[]): Promise<readonly NumberUse[]>;
  /**
   * As `list`; locks the profiles of the targets, then the trunks, then the WebRTC users, in id order. Joins the transaction; the
   * uses cannot change until it ends.
   */
  abstract lock(accountId: string, e164s: readonly string[]): Promise<readonly NumberUse[]>;
}

export class EndNumberUses {
  constructor(
    private readonly trunks: SipTrunkRepository,
    private readonly targets: EnabledTargets,
    private readonly users: WebrtcUserRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes the number from the trunks, which inherit the caller ID then, and from the WebRTC users, and disables the targets.
   * Joins the transaction that has locked them.
   */
  async end(accountId: string, uses: readonly NumberUse[]): Promise<void> {
    const targets = uses.flatMap((use) => (use.kind === 'target' ? [use] : []));
    await this.targets.disable(accountId, targets);
    for (const use of uses) {
      if (use.kind === 'trunk') await this.endCallerId(accountId, use);
      if (use.kind === 'webrtc_user') await this.endDefault(accountId, use.id);
    }
  }

  private async endDefault(accountId: string, id: string): Promise<void> {
    const user = await this.users.lock(accountId, id);
    user.change({ defaultCallerId: null }, this.clock.now());
    await this.users.save(user);
  }

  private async endCallerId(accountId: string, { id, e164 }: NumberUse): Promise<void> {
    const trunk = await this.trunks.lock(accountId, id);
    const change = {
      ...(trunk.callerIdOverride === e164 && { callerIdStrategy: 'inherit' as const }),
      ...(trunk.defaultCallerId === e164 && { defaultCallerId: null }),
    };
    trunk.change(change, this.clock.now());
    await this.trunks.save(trunk);
  }
}
