import { invalidFields } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../domain/errors';
import type { SipTrunkRepository } from './ports';

/** What a target names must be the account's own and in service when it is named (spec, RoutingProfileTarget). */
export class TargetChecks {
  constructor(private readonly trunks: SipTrunkRepository) {}

  /** Inside a transaction the trunk stays as it is until the end. Throws `invalid_input`, `trunk_not_active`. */
  async requireActiveTrunk(accountId: string, trunkId: string | null | undefined): Promise<void> {
    if (!trunkId) return;
    const status = await this.trunks.status(accountId, trunkId);
    if (status === null) throw invalidFields({ sip_trunk_id: 'is not a trunk of this account' });
    if (status !== 'active') throw VoiceRoutingErrors.trunk_not_active({ fields: { sip_trunk_id: `is ${status}` } });
  }
}
