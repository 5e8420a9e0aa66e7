import type { Clock, Transactor } from '@trunkline/kernel';
import type { AuditLog } from '../ports';
import type { SourceNetworkStore, SourceNetworkView } from './ports';

/**
 * The networks that trunks claim as sources of their calls, for operators. Among accounts
 * that claim one address, confirmed claims decide (docs/routing.md#source-networks).
 */
export class OperatorSourceNetworks {
  constructor(
    private readonly tx: Transactor,
    private readonly networks: SourceNetworkStore,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Confirms a claim, also one that was rejected before. Throws `not_found`. */
  confirm(id: string, operator: string): Promise<SourceNetworkView> {
    return this.change(id, { operator, action: 'source_network.confirm' }, () =>
      this.networks.confirm(id, operator, this.clock.now()),
    );
  }

  /** Rejects a claim: it is ignored until an operator confirms it. Throws `not_found`. */
  reject(id: string, operator: string, reason: string): Promise<SourceNetworkView> {
    return this.change(id, { operator, action: 'source_network.reject', reason }, () =>
      this.networks.reject(id, this.clock.now()),
    );
  }

  private change(
    id: string,
    by: {
      readonly operator: string;
      readonly action: 'source_network.confirm' | 'source_network.reject';
      readonly reason?: string;
    },
    work: () => Promise<void>,
  ): Promise<SourceNetworkView> {
    return this.tx.run(async () => {
      const before = await this.networks.lock(id);
      await work();
      const after = await this.networks.get(id);
      await this.audit.record({
        actor: by.operator,
        action: by.action,
        subject: id,
        accountId: after.accountId,
        before: auditEntry(before),
        after: { ...auditEntry(after), ...(by.reason !== undefined && { reason: by.reason }) },
      });
      return after;
    });
  }
}

function auditEntry({ trunkId, network, confirmedAt, rejectedAt }: SourceNetworkView) {
  return { trunk_id: trunkId, network, is_confirmed: confirmedAt !== null, is_rejected: rejectedAt !== null };
}
