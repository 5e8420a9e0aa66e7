import type { AccountStatus, Role, Tier } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type AccountQueries, type Contact } from '../../application/ports';
import type { AccountProfile, AccountView, UserView } from '../../application/views';
import type { AccountSettings, BillingMode } from '../../domain/accounts/account';
import type { AccountOfUser } from '../../domain/members/membership';
import type { MfaMethod } from '../../domain/users/user';

interface AccountRow {
  id: string;
  name: string;
  tier: Tier;
  country: string;
  status: AccountStatus;
  billing_mode: BillingMode;
  suspended_at: Date | null;
  closure_grace_ends_at: Date | null;
  settings: AccountSettings;
  max_concurrent_calls: number | null;
  created_at: Date;
}

interface ProfileRow extends AccountRow {
  user_id: string;
  user_name: string;
  email: string;
  role: Role;
  email_verified: boolean;
  phone_verified: boolean;
  mfa_method: MfaMethod | null;
  memberships: AccountOfUser[];
}

const ACCOUNT = `a.id, a.name, a.tier, a.country, a.status, a.billing_mode, a.suspended_at,
  a.closure_grace_ends_at,
  a.settings, a.max_concurrent_calls, a.created_at`;

const PROFILE = `
  SELECT ${ACCOUNT}, u.id AS user_id, u.name AS user_name, u.email, m.role,
    u.email_verified_at IS NOT NULL AS email_verified, u.phone_verified, u.mfa_method,
    (SELECT jsonb_agg(jsonb_build_object('accountId', each.account_id, 'name', its.name, 'role', each.role,
                                         'status', its.status) ORDER BY each.joined_at, each.account_id)
     FROM identity.memberships each JOIN identity.accounts its ON its.id = each.account_id
     WHERE each.user_id = m.user_id) AS memberships
  FROM identity.memberships m
  JOIN identity.accounts a ON a.id = m.account_id
  JOIN identity.users u ON u.id = m.user_id
  WHERE m.account_id = $1 AND m.user_id = $2`;

const CONTACTS = `SELECT u.id AS "userId", u.email, u.name
  FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id
  WHERE m.account_id = $1 AND m.role = ANY($2) ORDER BY m.joined_at, u.id`;

export class AccountReads implements AccountQueries {
  constructor(private readonly db: Database) {}

  async find(accountId: string): Promise<AccountView | null> {
    const row = await this.db.lookUp<AccountRow>(`SELECT ${ACCOUNT} FROM identity.accounts a WHERE a.id = $1`, [
      accountId,
    ]);
    return row && toAccountView(row);
  }

  contacts(accountId: string, roles: readonly Role[]): Promise<Contact[]> {
    return this.db.query<Contact>(CONTACTS, [accountId, roles]);
  }

  async profile(accountId: string, userId: string): Promise<AccountProfile | null> {
    const row = await this.db.queryOne<ProfileRow>(PROFILE, [accountId, userId]);
    return row && { account: toAccountView(row), user: toUserView(row), memberships: row.memberships };
  }
}

function toAccountView(row: AccountRow): AccountView {
  const { id, name, tier, country, status, settings } = row;
  const { billing_mode: billingMode, suspended_at: suspendedAt, created_at: createdAt } = row;
  const { closure_grace_ends_at: closureGraceEndsAt, max_concurrent_calls: maxConcurrentCalls } = row;
  const head = { id, name, tier, country, status, billingMode, suspendedAt, closureGraceEndsAt, createdAt };
  return { ...head, maxConcurrentCalls, settings };
}

function toUserView(row: ProfileRow): UserView {
  return {
    id: row.user_id,
    email: row.email,
    name: row.user_name,
    role: row.role,
    emailVerified: row.email_verified,
    phoneVerified: row.phone_verified,
    mfaMethod: row.mfa_method,
  };
}
