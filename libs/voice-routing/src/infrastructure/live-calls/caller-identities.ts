import type { Database } from '@trunkline/platform';
import { type CallerIdentities, type CallerIdentity } from '../../application/live-calls/reveal-caller';
import type { KeptDecisions } from '../calls/kept-decisions';
import type { WithheldIdentities } from '../calls/withheld-identities';

const FIND = `SELECT id AS "decisionId", account_id AS "accountId", created_at AS "createdAt",
    withheld_identity_sealed AS sealed, source_ip AS "sourceIp", source_port AS "sourcePort", transport
  FROM voice.decisions WHERE id = $1 AND created_at >= $2`;

export class StoredCallerIdentities implements CallerIdentities {
  constructor(
    private readonly db: Database,
    private readonly identities: WithheldIdentities,
    private readonly kept: KeptDecisions,
  ) {}

  async get(decisionId: string): Promise<CallerIdentity> {
    const stored = await this.db.get<Omit<CallerIdentity, 'withheldIdentity'> & { sealed: string | null }>(FIND, [
      decisionId,
      this.kept.since,
    ]);
    const { sealed, ...caller } = stored;
    return { ...caller, withheldIdentity: sealed && this.identities.open(decisionId, sealed) };
  }
}
