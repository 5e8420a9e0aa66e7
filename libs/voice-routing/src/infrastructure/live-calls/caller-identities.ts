import type { Database } from '@trunkline/platform';
import { type CallerIdentities, type CallerIdentity } from '../../application/live-calls/reveal-caller';
import type { WithheldIdentities } from '../calls/withheld-identities';

const FIND = `SELECT id AS "decisionId", account_id AS "accountId", created_at AS "createdAt",
    withheld_identity_sealed AS sealed, source_ip AS "sourceIp", source_port AS "sourcePort", transport
  FROM voice.decisions WHERE id = $1`;

type Row = Omit<CallerIdentity, 'withheldIdentity'> & { readonly sealed: string | null };

export class StoredCallerIdentities implements CallerIdentities {
  constructor(
    private readonly db: Database,
    private readonly identities: WithheldIdentities,
  ) {}

  async find(decisionId: string): Promise<CallerIdentity | null> {
    const row = await this.db.queryOne<Row>(FIND, [decisionId]);
    if (!row) return null;
    const { sealed, ...caller } = row;
    return { ...caller, withheldIdentity: sealed && this.identities.open(decisionId, sealed) };
  }
}
