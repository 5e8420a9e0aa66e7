import type { Clock, Transactor } from '@trunkline/kernel';
import { SipTrunk, type TrunkOptions } from '../../domain/trunks/sip-trunk';
import { withFieldPath } from '../nested-fields';
import { idFromOperation } from '../id-from-operation';
import type { SipGatewayRepository, SipTrunkRepository, TrunkCredentials } from './ports';
import type { GatewayInput, SipGateways } from './sip-gateways';
import type { TrunkChecks } from './trunk-checks';
import type { CreatedTrunk } from './views';

export interface CreateTrunkRequest {
  readonly accountId: string;
  /** Stable across retries of one request. */
  readonly operationId: string;
  readonly options: Partial<TrunkOptions> & Pick<TrunkOptions, 'name'>;
  readonly gateways: readonly GatewayInput[];
}

/** Creates a trunk with its gateways and, in register mode, its credentials, in one transaction. */
export class CreateSipTrunk {
  constructor(
    private readonly tx: Transactor,
    private readonly trunks: SipTrunkRepository,
    private readonly gateways: SipGatewayRepository,
    private readonly credentials: TrunkCredentials,
    private readonly checks: TrunkChecks,
    private readonly sipGateways: SipGateways,
    private readonly clock: Clock,
  ) {}

  /** Returns the trunk of the first request when repeated. Throws `name_in_use`, `host_not_allowed`, `invalid_input`. */
  async create({ accountId, operationId, options, gateways }: CreateTrunkRequest): Promise<CreatedTrunk> {
    const id = idFromOperation('trk', operationId);
    const existing = await this.trunks.find(accountId, id);
    if (existing) return this.describe(existing);
    const networkLimit = await this.checks.networkLimit(accountId, options.inboundCidrs);
    const trunk = SipTrunk.create({ id, accountId, options, networkLimit }, this.clock.now());
    const built = await Promise.all(
      gateways.map((input, index) => withFieldPath(`gateways.${index}`, () => this.sipGateways.build(trunk, input))),
    );
    return this.tx.run(async () => {
      await this.checks.assertOwned(accountId, options);
      await this.trunks.add(trunk);
      for (const gateway of built) await this.gateways.add(gateway);
      const isRegistering = trunk.registrationMode === 'register';
      const credentials = isRegistering ? await this.credentials.issue(trunk.id, this.clock.now()) : null;
      return { trunk, gateways: built.map(({ unreported }) => unreported), credentials };
    });
  }

  private async describe(trunk: SipTrunk): Promise<CreatedTrunk> {
    const gateways = await this.gateways.ofTrunk(trunk.id);
    return {
      trunk,
      gateways: gateways.map(({ unreported }) => unreported),
      credentials: await this.credentials.reveal(trunk.id),
    };
  }
}
