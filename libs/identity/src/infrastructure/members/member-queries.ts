import { CommonErrors, type Keyset, type Page, pageOf, type PageRequest, type Role } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type MemberQueries } from '../../application/members/ports';
import type { MemberView } from '../../application/members/views';
import type { MfaMethod } from '../../domain/users/user';

interface Row {
  id: string;
  email: string;
  name: string;
  role: Role;
  email_verified: boolean;
  phone_verified: boolean;
  mfa_method: MfaMethod | null;
  joined_at: Date;
}

const SELECT = `
  SELECT u.id, u.email, u.name, m.role, u.email_verified_at IS NOT NULL AS email_verified, u.phone_verified,
    u.mfa_method, m.joined_at
  FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id
  WHERE m.account_id = $1`;

const page = (compare: '<' | '>', order: 'DESC' | 'ASC') => `${SELECT}
    AND ($2::timestamptz IS NULL OR (m.joined_at, m.user_id) ${compare} ($2, $3))
  ORDER BY m.joined_at ${order}, m.user_id ${order} LIMIT $4`;
const PAGES = { desc: page('<', 'DESC'), asc: page('>', 'ASC') } as const;

export class MemberReads implements MemberQueries {
  constructor(private readonly db: Database) {}

  async list(accountId: string, { limit, order, after }: PageRequest<'joined_at'>): Promise<Page<MemberView>> {
    const from = after && new Date(after.key);
    const rows = await this.db.query<Row>(PAGES[order], [accountId, from, after?.id ?? '', limit + 1]);
    return pageOf(rows.map(toView), limit, keysetOf);
  }

  async get(accountId: string, userId: string): Promise<MemberView> {
    const row = await this.db.queryOne<Row>(`${SELECT} AND m.user_id = $2`, [accountId, userId]);
    if (!row) throw CommonErrors.not_found();
    return toView(row);
  }

  async hasAddress(accountId: string, email: string): Promise<boolean> {
    return (await this.db.queryOne(`${SELECT} AND u.email = $2`, [accountId, email])) !== null;
  }
}

function keysetOf({ joinedAt, user }: MemberView): Keyset {
  return { key: joinedAt.getTime(), id: user.id };
}

function toView(row: Row): MemberView {
  const { id, email, name, role } = row;
  const checks = { emailVerified: row.email_verified, phoneVerified: row.phone_verified, mfaMethod: row.mfa_method };
  return { user: { id, email, name, role, ...checks }, joinedAt: row.joined_at };
}
