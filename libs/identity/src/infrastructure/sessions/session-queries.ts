import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import type { SessionFilter, SessionQueries, SessionView } from '../../application/sessions/ports';
import { SessionSchema } from '../schema';

const COLUMNS = columnsOf(SessionSchema, [
  'id',
  'deviceName',
  'ip',
  'ipCountry',
  'city',
  'isTrusted',
  'lastUsedAt',
  'expiresAt',
  'createdAt',
]);
const selectFrom = (current: string) => `SELECT ${COLUMNS}, id = ${current} AS "isCurrent" FROM identity.sessions`;

export class SessionReads implements SessionQueries {
  constructor(private readonly db: Database) {}

  list(
    { userId, currentSessionId, now }: SessionFilter,
    page: PageRequest<'last_used_at'>,
  ): Promise<Page<SessionView>> {
    const where = new Where().require('user_id = ?', userId).always('revoked_at IS NULL').add('expires_at > ?', now);
    const current = where.value(currentSessionId);
    // The current session leads the first page, whenever it was used.
    const key = `CASE WHEN id = ${current} THEN 'infinity' ELSE last_used_at END`;
    const of = ({ isCurrent, lastUsedAt, id }: SessionView) => [isCurrent ? 'infinity' : lastUsedAt, id] as const;
    return this.db.page({ select: selectFrom(current), where, by: [key, 'id'], of }, page);
  }

  get({ userId, currentSessionId, now }: SessionFilter, id: string): Promise<SessionView> {
    return this.db.get(
      `${selectFrom('$2')} WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $3 AND id = $4`,
      [userId, currentSessionId, now, id],
    );
  }
}
