import type { AccountStatus, Role } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type MembershipRepository } from '../../application/ports';
import type { AccountOfUser, Membership } from '../../domain/members/membership';

interface Row {
  account_id: string;
  name: string;
  role: Role;
  status: AccountStatus;
}

interface MembershipRow {
  account_id: string;
  user_id: string;
  role: Role;
  joined_at: Date;
}

export class StoredMemberships implements MembershipRepository {
  constructor(private readonly db: Database) {}

  async add({ accountId, userId, role, joinedAt }: Membership): Promise<void> {
    await this.db.query(
      `INSERT INTO identity.memberships (account_id, user_id, role, joined_at) VALUES ($1, $2, $3, $4)`,
      [accountId, userId, role, joinedAt],
    );
  }

  async accountsOf(userId: string): Promise<AccountOfUser[]> {
    const rows = await this.db.query<Row>(
      `SELECT m.account_id, a.name, m.role, a.status
       FROM identity.memberships m JOIN identity.accounts a ON a.id = m.account_id
       WHERE m.user_id = $1 ORDER BY m.joined_at, m.account_id`,
      [userId],
    );
    return rows.map(({ account_id, ...rest }) => ({ accountId: account_id, ...rest }));
  }

  async lock(accountId: string, userId: string): Promise<Membership | null> {
    const row = await this.db.queryOne<MembershipRow>(
      `SELECT account_id, user_id, role, joined_at FROM identity.memberships
       WHERE account_id = $1 AND user_id = $2 FOR UPDATE`,
      [accountId, userId],
    );
    return row && { accountId: row.account_id, userId: row.user_id, role: row.role, joinedAt: row.joined_at };
  }

  async lockOwners(accountId: string): Promise<number> {
    const rows = await this.db.query(
      `SELECT user_id FROM identity.memberships WHERE account_id = $1 AND role = 'owner' ORDER BY user_id FOR UPDATE`,
      [accountId],
    );
    return rows.length;
  }

  async changeRole(accountId: string, userId: string, role: Role): Promise<void> {
    await this.db.query(`UPDATE identity.memberships SET role = $3 WHERE account_id = $1 AND user_id = $2`, [
      accountId,
      userId,
      role,
    ]);
  }

  async remove(accountId: string, userId: string): Promise<void> {
    await this.db.query(`DELETE FROM identity.memberships WHERE account_id = $1 AND user_id = $2`, [accountId, userId]);
  }
}
