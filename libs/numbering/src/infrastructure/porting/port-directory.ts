import type { Database } from '@trunkline/platform';
import type { PortDirectory } from '../../application/porting/ports';
import { RUNNING_PORT_STATUSES } from '../../domain/porting/port-request';

const COUNT = `SELECT count(DISTINCT request_id)::int AS count FROM numbering.port_numbers
  WHERE account_id = $1 AND claim = 'submitted'`;
const ACTIVATING = `SELECT 1 FROM numbering.port_numbers WHERE account_id = $1 AND claim = 'submitted' AND status = 'activating' LIMIT 1`;
const OPEN = `status IN (${['draft', ...RUNNING_PORT_STATUSES].map((status) => `'${status}'`).join(', ')})`;
const HAS_DOCUMENT = `SELECT 1 FROM numbering.port_requests
  WHERE account_id = $1 AND ${OPEN} AND documents @> jsonb_build_array(jsonb_build_object('documentId', $2::text)) LIMIT 1`;
const HAS_END_USER = `SELECT 1 FROM numbering.port_requests
  WHERE account_id = $1 AND ${OPEN} AND end_user_id = $2 LIMIT 1`;

export class StoredPortDirectory implements PortDirectory {
  constructor(private readonly db: Database) {}

  async countRunning(accountId: string): Promise<number> {
    return (await this.db.get<{ count: number }>(COUNT, [accountId])).count;
  }

  async isActivating(accountId: string): Promise<boolean> {
    return (await this.db.find(ACTIVATING, [accountId])) !== null;
  }

  async usesDocument(accountId: string, documentId: string): Promise<boolean> {
    return (await this.db.find(HAS_DOCUMENT, [accountId, documentId])) !== null;
  }

  async usesEndUser(accountId: string, endUserId: string): Promise<boolean> {
    return (await this.db.find(HAS_END_USER, [accountId, endUserId])) !== null;
  }
}
