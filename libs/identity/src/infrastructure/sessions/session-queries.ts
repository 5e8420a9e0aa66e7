import { CommonErrors, type Keyset, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type SessionFilter, type SessionQueries, type SessionView } from '../../application/sessions/ports';

interface Row {
  id: string;
  device_name: string;
  ip: string | null;
  ip_country: string | null;
  city: string | null;
  is_trusted: boolean;
  is_current: boolean;
  last_used_at: Date;
  expires_at: Date;
  created_at: Date;
}

const LIVE = `
  SELECT id, device_name, ip, ip_country, city, is_trusted, id = $2 AS is_current, last_used_at, expires_at, created_at
  FROM identity.sessions WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $3`;

// The current session leads the first page, whenever it was used; later pages exclude it.
const PAGE = `${LIVE}
  AND ($4::timestamptz IS NULL OR (id <> $2 AND (last_used_at, id) < ($4, $5)))
  ORDER BY id = $2 DESC, last_used_at DESC, id DESC LIMIT $6`;

/** The sort key of the current session, which precedes every time. */
const CURRENT = 'current';

export class SessionReads implements SessionQueries {
  constructor(private readonly db: Database) {}

  async list(filter: SessionFilter, page: PageRequest<'last_used_at'>): Promise<Page<SessionView>> {
    const { userId, currentSessionId, now } = filter;
    const before = page.after && (page.after.key === CURRENT ? 'infinity' : new Date(page.after.key));
    const values = [userId, currentSessionId, now, before, page.after?.id ?? '', page.limit + 1];
    return pageOf((await this.db.query<Row>(PAGE, values)).map(toView), page.limit, keysetOf);
  }

  async get({ userId, currentSessionId, now }: SessionFilter, id: string): Promise<SessionView> {
    const row = await this.db.queryOne<Row>(`${LIVE} AND id = $4`, [userId, currentSessionId, now, id]);
    if (!row) throw CommonErrors.not_found();
    return toView(row);
  }
}

function keysetOf({ isCurrent, lastUsedAt, id }: SessionView): Keyset {
  return { key: isCurrent ? CURRENT : lastUsedAt.getTime(), id };
}

function toView(row: Row): SessionView {
  return {
    id: row.id,
    deviceName: row.device_name,
    ip: row.ip,
    ipCountry: row.ip_country,
    city: row.city,
    isTrusted: row.is_trusted,
    isCurrent: row.is_current,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
