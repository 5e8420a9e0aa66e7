import { type Clock, CommonErrors, type Transactor } from '@trunkline/kernel';
import type { OutboundPolicy, RevenueShareRange } from '../../domain/outbound-rules';
import type { AuditLog } from '../ports';
import type { OutboundPolicies, RevenueShareRanges } from './ports';

/** The operator's rules for outbound calls. Every change is in the audit trail, in the same transaction. */
export class OperateOutbound {
  constructor(
    private readonly tx: Transactor,
    private readonly policies: OutboundPolicies,
    private readonly ranges: RevenueShareRanges,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Replaces the policy. It is in force in every process five seconds later. */
  setPolicy(operator: string, policy: OutboundPolicy): Promise<OutboundPolicy> {
    return this.tx.run(async () => {
      const before = recordOf(await this.policies.lock());
      const after = recordOf(policy);
      if (JSON.stringify(before) === JSON.stringify(after)) return policy;
      await this.policies.save(policy, this.clock.now());
      await this.audit.record({ actor: operator, action: 'outbound_policy.change', subject: 'policy', before, after });
      return policy;
    });
  }

  /** Throws `conflict` for a prefix that is in the table. */
  addRange(operator: string, given: Omit<RevenueShareRange, 'createdAt'>): Promise<RevenueShareRange> {
    const range = { ...given, createdAt: this.clock.now() };
    return this.tx.run(async () => {
      if (!(await this.ranges.add(range)))
        throw CommonErrors.conflict({ message: 'The prefix is in the table already.' });
      const { prefix: subject, description } = range;
      await this.audit.record({ actor: operator, action: 'revenue_share_range.add', subject, after: { description } });
      return range;
    });
  }

  /** Throws `not_found`. */
  removeRange(operator: string, prefix: string): Promise<void> {
    return this.tx.run(async () => {
      const { description } = await this.ranges.remove(prefix);
      const entry = { actor: operator, action: 'revenue_share_range.remove', subject: prefix } as const;
      await this.audit.record({ ...entry, before: { description } });
    });
  }
}

/** Returns the policy by its API names, for the audit trail. */
function recordOf({ defaultCountries, highRiskCountries, night, onAlert }: OutboundPolicy): Record<string, unknown> {
  return {
    default_countries: defaultCountries,
    high_risk_countries: highRiskCountries,
    night: { from: night.from, to: night.to },
    on_alert: onAlert,
  };
}
