import type { Database } from '@trunkline/platform';
import type { NumberHolders } from '../../application/port-checks/check-ports';

/** $1 account, $2 numbers. */
const FIND = `SELECT given.e164, n.account_id AS "ownerId", s.e164 IS NOT NULL AS "isInStock", p.account_id AS "porterId"
  FROM unnest($2::text[]) AS given (e164)
  LEFT JOIN numbering.phone_numbers n ON n.e164 = given.e164 AND n.status <> 'released'
  LEFT JOIN numbering.stock_numbers s ON s.e164 = given.e164
  LEFT JOIN LATERAL (SELECT o.account_id FROM numbering.port_numbers o WHERE o.e164 = given.e164
    AND (o.claim = 'submitted' OR (o.claim = 'draft' AND o.account_id = $1)) ORDER BY o.account_id = $1 DESC LIMIT 1) p
    ON true
  WHERE n.id IS NOT NULL OR s.e164 IS NOT NULL OR p.account_id IS NOT NULL`;

export class StoredNumberHolders implements NumberHolders {
  constructor(private readonly db: Database) {}

  find(accountId: string, e164s: readonly string[]): ReturnType<NumberHolders['find']> {
    return this.db.query(FIND, [accountId, e164s]);
  }
}
