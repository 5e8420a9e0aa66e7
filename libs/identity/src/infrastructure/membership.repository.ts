import type { AccountStatus, Role } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { MembershipRepository } from '../application/ports';
import type { AccountOfUser, Membership } from '../domain/membership';

interface Row {
  account_id: string;
  name: string;
  role: Role;
  status: AccountStatus;
}

export class PostgresMembershipRepository extends MembershipRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async add({ accountId, userId, role, joinedAt }: Membership): Promise<void> {
    await this.db.query(
      `INSERT INTO identity.memberships (account_id, user_id, role, joined_at) VALUES ($1, $2, $3, $4)`,
      [accountId, userId, role, joinedAt],
    );
  }

  override async accountsOf(userId: string): Promise<AccountOfUser[]> {
    const rows = await this.db.query<Row>(
      `SELECT m.account_id, a.name, m.role, a.status
       FROM identity.memberships m JOIN identity.accounts a ON a.id = m.account_id
       WHERE m.user_id = $1 ORDER BY m.joined_at, m.account_id`,
      [userId],
    );
    return rows.map(({ account_id, ...rest }) => ({ accountId: account_id, ...rest }));
  }
}
