import type { Role } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { MembershipRepository } from '../../application/ports';
import type { AccountOfUser, Membership } from '../../domain/members/membership';
import { MembershipSchema } from '../schema';
import type { MemberKeys } from '../../application/members/ports';

export class StoredMemberKeys implements MemberKeys {
  constructor(private readonly db: Database) {}

  async revokeAll(accountId: string, userId: string, now: Date): Promise<void> {
    await this.db.query(
      `UPDATE identity.api_keys SET revoked_at = $3, reminder_due_at = NULL
       WHERE account_id = $1 AND user_id = $2 AND revoked_at IS NULL`,
      [accountId, userId, now],
    );
    await this.db.query(
      `UPDATE identity.oauth_grants SET revoked_at = $3
       WHERE account_id = $1 AND user_id = $2 AND revoked_at IS NULL`,
      [accountId, userId, now],
    );
  }
}

const IS_MEMBER = 'account_id = $1 AND user_id = $2';

const ACCOUNTS = `SELECT m.account_id AS "accountId", a.name, m.role, a.status
  FROM identity.memberships m JOIN identity.accounts a ON a.id = m.account_id
  WHERE m.user_id = $1 ORDER BY m.joined_at, m.account_id`;

export class StoredMemberships implements MembershipRepository {
  constructor(private readonly db: Database) {}

  add(membership: Membership): Promise<void> {
    return this.db.table(MembershipSchema).add(membership);
  }

  accountsOf(userId: string): Promise<AccountOfUser[]> {
    return this.db.query(ACCOUNTS, [userId]);
  }

  lock(accountId: string, userId: string): Promise<Membership | null> {
    return this.db.table(MembershipSchema).find(`${IS_MEMBER} FOR UPDATE`, [accountId, userId]);
  }

  async lockOwners(accountId: string): Promise<number> {
    const owners = `account_id = $1 AND role = 'owner' ORDER BY user_id FOR UPDATE`;
    return (await this.db.table(MembershipSchema).query(owners, [accountId])).length;
  }

  changeRole(accountId: string, userId: string, role: Role): Promise<void> {
    return this.db.write(`UPDATE identity.memberships SET role = $3 WHERE ${IS_MEMBER}`, [accountId, userId, role]);
  }

  remove(accountId: string, userId: string): Promise<void> {
    return this.db.write(`DELETE FROM identity.memberships WHERE ${IS_MEMBER}`, [accountId, userId]);
  }
}
