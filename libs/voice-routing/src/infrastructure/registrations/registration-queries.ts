import type { Database } from '@trunkline/platform';
import { type ContactView, type RegistrationQueries } from '../../application/registrations/ports';

const OF_TRUNK = `SELECT c.id, c.switch_id AS "switchId", c.node, c.uri, c.received, c.path, c.user_agent AS "userAgent", c.q,
    c.expires_at AS "expiresAt", c.registered_at AS "registeredAt"
  FROM voice.contacts c
  WHERE c.trunk_id = $2 AND c.account_id = $1 AND c.expires_at > $3 ORDER BY c.q DESC, c.registered_at DESC, c.id`;

export class RegistrationReads implements RegistrationQueries {
  constructor(private readonly db: Database) {}

  contactsOfTrunk(accountId: string, trunkId: string, now: Date): Promise<ContactView[]> {
    return this.db.query<ContactView>(OF_TRUNK, [accountId, trunkId, now]);
  }
}
