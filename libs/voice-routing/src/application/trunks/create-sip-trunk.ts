import type { Clock, Transactor } from '@trunkline/kernel';
import { SipTrunk, type TrunkOptions } from '../../domain/trunks/sip-trunk';
import type { CallerIds } from './caller-ids';
import type { GatewayDrafts, GatewayInput } from './gateway-drafts';
import { within } from '../nested-fields';
import { idOf } from '../operation-id';
import type { SipGatewayRepository, SipTrunkRepository, TrunkCredentials } from '../ports';
import type { CreatedTrunk } from '../views';

export interface CreateTrunkRequest {
  readonly accountId: string;
  /** Stable across retries of one request. */
  readonly operationId: string;
  readonly options: Partial<TrunkOptions> & Pick<TrunkOptions, 'name'>;
  readonly gateways: readonly GatewayInput[];
}

/** A trunk with its gateways and, in register mode, its credentials: all of it or nothing. */
export class CreateSipTrunk {
  constructor(
    private readonly tx: Transactor,
    private readonly trunks: SipTrunkRepository,
    private readonly gateways: SipGatewayRepository,
    private readonly credentials: TrunkCredentials,
    private readonly callerIds: CallerIds,
    private readonly drafts: GatewayDrafts,
    private readonly clock: Clock,
  ) {}

  /** Throws `name_in_use`, `host_not_allowed`, `invalid_input`. Repeated, it answers what the first one made. */
  async execute({ accountId, operationId, options, gateways }: CreateTrunkRequest): Promise<CreatedTrunk> {
    const id = idOf('trk', operationId);
    const made = await this.trunks.find(accountId, id);
    if (made) return this.describe(made);
    const trunk = SipTrunk.create({ id, accountId, options }, this.clock.now());
    const drafted = await Promise.all(
      gateways.map((input, index) => within(`gateways.${index}`, () => this.drafts.draft(trunk, input))),
    );
    return this.tx.run(async () => {
      await this.callerIds.requireOwned(accountId, options.callerIdOverride);
      await this.trunks.add(trunk);
      for (const gateway of drafted) await this.gateways.add(gateway);
      const isRegistering = trunk.registrationMode === 'register';
      const credentials = isRegistering ? await this.credentials.issue(trunk.id, this.clock.now()) : null;
      return { trunk, gateways: drafted, credentials };
    });
  }

  private async describe(trunk: SipTrunk): Promise<CreatedTrunk> {
    const gateways = await this.gateways.ofTrunk(trunk.id);
    return { trunk, gateways, credentials: await this.credentials.reveal(trunk.id) };
  }
}
