import type { Role } from '@trunkline/kernel';
import { columnsOf, type Database } from '@trunkline/platform';
import type { AccountQueries, Contact } from '../application/ports';
import type { AccountProfile, AccountView } from '../application/views';
import { USER } from './members/member-queries';
import { AccountSchema } from './schema';

/** The columns of every view of an account `a`. */
export const ACCOUNT_SUMMARY = [
  'id',
  'name',
  'tier',
  'country',
  'status',
  'billingMode',
  'suspendedAt',
  'closureGraceEndsAt',
  'createdAt',
  'maxConcurrentCalls',
] as const;

const ACCOUNT = columnsOf(
  AccountSchema,
  [...ACCOUNT_SUMMARY, 'settings', 'billingDetails', 'outbound', 'outboundExceptions', 'chargedCountries'],
  'a',
);

const PROFILE = `
  SELECT ${ACCOUNT}, ${USER},
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

const INACTIVE = `SELECT id FROM identity.accounts
  WHERE id = ANY($1) AND (suspended_at IS NOT NULL OR status = 'closed')`;

export class AccountReads implements AccountQueries {
  constructor(private readonly db: Database) {}

  get(accountId: string): Promise<AccountView> {
    return this.db.get(`SELECT ${ACCOUNT} FROM identity.accounts a WHERE a.id = $1`, [accountId], undefined, 'shared');
  }

  async inactiveAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.db.query<{ id: string }>(INACTIVE, [accountIds])).map(({ id }) => id));
  }

  contacts(accountId: string, roles: readonly Role[]): Promise<Contact[]> {
    return this.db.query(CONTACTS, [accountId, roles]);
  }

  async profile(accountId: string, userId: string): Promise<AccountProfile> {
    const row = await this.db.get<AccountView & Omit<AccountProfile, 'account'>>(PROFILE, [accountId, userId]);
    const { user, memberships, ...account } = row;
    return { account, user, memberships };
  }
}
