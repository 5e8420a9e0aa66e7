import type { Page, PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import type { MemberQueries } from '../../application/members/ports';
import type { MemberView } from '../../application/members/views';

/** The user of a user `u` with a membership `m`. */
export const USER = `jsonb_build_object('id', u.id, 'email', u.email, 'name', u.name, 'role', m.role,
    'emailVerified', u.email_verified_at IS NOT NULL, 'phoneVerified', u.phone_verified, 'mfaMethod', u.mfa_method
  ) AS "user"`;

const SELECT = `SELECT ${USER}, m.joined_at AS "joinedAt"
  FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id`;

export class MemberReads implements MemberQueries {
  constructor(private readonly db: Database) {}

  list(accountId: string, page: PageRequest<'joined_at'>): Promise<Page<MemberView>> {
    const where = new Where().require('m.account_id = ?', accountId);
    const list = { select: SELECT, where, by: ['m.joined_at', 'm.user_id'] as const };
    return this.db.page({ ...list, of: ({ joinedAt, user }) => [joinedAt, user.id] }, page);
  }

  get(accountId: string, userId: string): Promise<MemberView> {
    return this.db.get(`${SELECT} WHERE m.account_id = $1 AND m.user_id = $2`, [accountId, userId]);
  }

  async hasAddress(accountId: string, email: string): Promise<boolean> {
    return (await this.db.find(`${SELECT} WHERE m.account_id = $1 AND u.email = $2`, [accountId, email])) !== null;
  }
}
