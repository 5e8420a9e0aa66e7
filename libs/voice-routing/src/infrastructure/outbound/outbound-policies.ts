import { CommonErrors } from '@trunkline/kernel';
import { type Database, RecentRead } from '@trunkline/platform';
import type { BlockedAccounts } from '../../application/alerts/ports';
import type { OutboundPolicies, RevenueShareRanges } from '../../application/outbound/ports';
import type { OutboundPolicy, PolicyInForce, RevenueShareRange } from '../../domain/outbound-rules';

/** How old the rules of a process may be. Reading them for each call would cost more than the rules do. */
const FRESH_MS = 5_000;

const POLICY = `SELECT default_countries AS "defaultCountries", high_risk_countries AS "highRiskCountries",
    jsonb_build_object('from', night_from, 'to', night_to) AS night, on_alert AS "onAlert"
  FROM voice.outbound_policy`;
const SAVE = `UPDATE voice.outbound_policy
  SET default_countries = $1, high_risk_countries = $2, night_from = $3, night_to = $4, on_alert = $5, updated_at = $6`;
const BLOCKED = `SELECT DISTINCT account_id AS "accountId" FROM voice.fraud_alerts WHERE blocks_outbound AND acknowledged_at IS NULL`;
const RANGE = `prefix, description, created_at AS "createdAt"`;

/** The rules of all processes, as this one has read them. It reads them again after five seconds, and after a change of its own. */
export class RulesInForce extends RecentRead<PolicyInForce> {
  constructor(db: Database) {
    super(() => load(db), FRESH_MS);
  }
}

async function load(db: Database): Promise<PolicyInForce> {
  const [policy, ranges, blocked] = await Promise.all([
    db.get<OutboundPolicy>(POLICY),
    db.query<{ prefix: string }>(`SELECT prefix FROM voice.revenue_share_ranges`),
    db.query<{ accountId: string }>(BLOCKED),
  ]);
  return {
    policy,
    revenueSharePrefixes: new Set(ranges.map(({ prefix }) => prefix)),
    blockedAccounts: new Set(blocked.map(({ accountId }) => accountId)),
  };
}

export class StoredBlockedAccounts implements BlockedAccounts {
  constructor(private readonly db: Database) {}

  async blockedAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
    const blocked = await this.db.query<{ accountId: string }>(`${BLOCKED} AND account_id = ANY ($1)`, [accountIds]);
    return new Set(blocked.map(({ accountId }) => accountId));
  }
}

export class StoredOutboundPolicies implements OutboundPolicies {
  constructor(
    private readonly db: Database,
    private readonly rules: RulesInForce,
  ) {}

  inForce(): Promise<PolicyInForce> {
    return this.rules.get();
  }

  get(): Promise<OutboundPolicy> {
    return this.db.get<OutboundPolicy>(POLICY);
  }

  lock(): Promise<OutboundPolicy> {
    return this.db.get<OutboundPolicy>(`${POLICY} FOR UPDATE`);
  }

  async save({ defaultCountries, highRiskCountries, night, onAlert }: OutboundPolicy, now: Date): Promise<void> {
    await this.db.write(SAVE, [defaultCountries, highRiskCountries, night.from, night.to, onAlert, now]);
    this.db.afterCommit(() => this.rules.forget());
  }
}

export class StoredRevenueShareRanges implements RevenueShareRanges {
  constructor(
    private readonly db: Database,
    private readonly rules: RulesInForce,
  ) {}

  list(): Promise<RevenueShareRange[]> {
    return this.db.query<RevenueShareRange>(`SELECT ${RANGE} FROM voice.revenue_share_ranges ORDER BY prefix`);
  }

  async add({ prefix, description, createdAt }: RevenueShareRange): Promise<boolean> {
    const added = await this.db.find(
      `INSERT INTO voice.revenue_share_ranges (prefix, description, created_at) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING prefix`,
      [prefix, description, createdAt],
    );
    this.db.afterCommit(() => this.rules.forget());
    return added !== null;
  }

  async remove(prefix: string): Promise<RevenueShareRange> {
    const removed = `DELETE FROM voice.revenue_share_ranges WHERE prefix = $1 RETURNING ${RANGE}`;
    const range = await this.db.get<RevenueShareRange>(removed, [prefix], CommonErrors.not_found);
    this.db.afterCommit(() => this.rules.forget());
    return range;
  }
}
