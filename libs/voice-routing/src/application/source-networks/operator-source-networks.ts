import type { Clock, Page, PageRequest, Transactor } from '@trunkline/kernel';
import type { AuditLog } from '../ports';
import type { SourceNetworkFilters, SourceNetworkStore, SourceNetworkView } from './ports';

/**
 * Who may send calls from where, for those who run the service. The first account to claim a network counts; a second one
 * counts once an authenticated call of it came from there, or once an operator has confirmed its claim.
 */
export class OperatorSourceNetworks {
  constructor(
    private readonly tx: Transactor,
    private readonly networks: SourceNetworkStore,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  list(filters: SourceNetworkFilters, page: PageRequest<'claimed_at'>): Promise<Page<SourceNetworkView>> {
    return this.networks.list(filters, page);
  }

  /** Lifts a rejection, too. Throws not_found. */
  confirm(id: string, operator: string): Promise<SourceNetworkView> {
    return this.change(id, { operator, action: 'source_network.confirm' }, () =>
      this.networks.confirm(id, operator, this.clock.now()),
    );
  }

  /** The claim is as good as none, until an operator confirms it. Throws not_found. */
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
        before: shown(before),
        after: { ...shown(after), ...(by.reason !== undefined && { reason: by.reason }) },
      });
      return after;
    });
  }
}

function shown({ trunkId, network, confirmedAt, rejectedAt }: SourceNetworkView) {
  return { trunk_id: trunkId, network, is_confirmed: confirmedAt !== null, is_rejected: rejectedAt !== null };
}
