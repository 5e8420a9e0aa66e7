import { lists, type views } from '@trunkline/identity';
import {
  ACCOUNT_STATUSES,
  balanceOf,
  BILLING_MODES,
  NO_BILLING_DETAILS,
  PERMISSIONS,
  permissionsOf,
  type Principal,
  ROLES,
  TIERS,
} from '@trunkline/kernel';
import {
  Cents,
  Country,
  Currency,
  Decimal,
  Email,
  Flag,
  Id,
  Integer,
  ListOf,
  Nested,
  OneOf,
  Text,
  UnixTime,
} from '../../http';
import { AccountSettingsDto, BillingDetailsDto } from './account-settings.dto';

export class AccountBalanceDto {
  @Decimal({ description: 'Balance in US dollars.', example: 5 })
  amount: number;

  @Cents({ description: 'Balance in cents.', example: 500 })
  amountCents: number;

  @Currency()
  currency: string;
}

export class UserDto {
  @Id({ description: 'User ID.', prefix: 'usr' })
  id: string;

  @Email({ description: 'Email address in lower case.', example: 'ada@example.com' })
  email: string;

  @Text({ description: 'Full name of the user.', example: 'Ada Lovelace' })
  name: string;

  @OneOf({ description: 'Role in the selected account.', values: ROLES, name: 'Role' })
  role: string;

  @Flag({ description: 'Whether the email address is verified.' })
  emailVerified: boolean;

  @Flag({ description: 'Whether the phone number is verified.' })
  phoneVerified: boolean;

  @OneOf({
    description: 'Second factor; null if none is enabled.',
    nullable: true,
    values: lists.MFA_METHODS,
    name: 'MfaMethod',
  })
  mfaMethod: string | null;
}

export class MembershipDto {
  @Id({ description: 'Account ID. Send it as `X-Account-Id` to select the account.', prefix: 'acc' })
  accountId: string;

  @Text({ description: 'Name of the account.', example: 'Analytical Engines Ltd' })
  name: string;

  @OneOf({ description: 'Role of the user in the account.', values: ROLES, name: 'Role' })
  role: string;
}

export class AccountLimitsDto {
  @Integer({ description: 'Maximum requests per minute, by tier.', example: 300 })
  requestsPerMinute: number;

  @Integer({ description: 'Maximum number of active API keys.', example: 50 })
  apiKeys: number;

  @Integer({
    description:
      'Maximum concurrent calls, inbound and outbound. By default 2 before the first successful top-up, then 10; 100 for verified accounts; null (no limit) for wholesale.',
    example: 10,
    nullable: true,
  })
  maxConcurrentCalls: number | null;

  @Cents({
    description:
      'Maximum cost of outbound calls per UTC day, in cents, including holds for calls in progress. Null means no limit.',
    example: 10_000,
    nullable: true,
  })
  outboundDailyCapCents: number | null;
}

/** The members that customers and operators both see. */
export class AccountHeadDto {
  @Id({ description: 'Account ID.', prefix: 'acc' })
  id: string;

  @Text({ description: 'Name of the company or person.', example: 'Analytical Engines Ltd' })
  name: string;

  @OneOf({ description: 'Tier of the account, which sets its limits.', values: TIERS, name: 'Tier' })
  tier: string;

  @Country({ description: 'Country of the customer.', example: 'GB' })
  country: string;

  @OneOf({
    description: 'Whether usage is paid in advance or in arrears.',
    values: BILLING_MODES,
    name: 'BillingMode',
  })
  billingMode: string;

  @OneOf({ description: 'Status of the account.', values: ACCOUNT_STATUSES, name: 'AccountStatus' })
  status: string;

  @UnixTime({ description: 'Time when an account in `pending_closure` closes.', example: null, nullable: true })
  closureGraceEndsAt: Date | null;

  @UnixTime({ description: 'Creation time.' })
  createdAt: Date;
}

export class MyAccountDto extends AccountHeadDto {
  @Nested(() => AccountBalanceDto, { description: 'Balance of the wallet, including held funds.' })
  balance: AccountBalanceDto;

  @Nested(() => UserDto, {
    description: 'The signed-in user, or the user that the API key or access token acts for.',
    nullable: true,
  })
  user: UserDto | null;

  @Nested(() => MembershipDto, {
    description: 'Accounts of the user. API keys and access tokens see only their own account.',
    many: true,
  })
  memberships: readonly MembershipDto[];

  @ListOf({
    description:
      'What this credential may do in the selected account: the permissions of the role that the scopes of the credential include. The state of the account is not considered.',
    example: ['account:read', 'numbers:read'],
    values: PERMISSIONS,
    name: 'Permission',
  })
  permissions: readonly string[];

  @Nested(() => AccountLimitsDto, { description: 'Limits of the account.' })
  limits: AccountLimitsDto;

  @Nested(() => AccountSettingsDto, { description: 'Settings of the account.' })
  settings: AccountSettingsDto;

  @Nested(() => BillingDetailsDto, {
    description: 'The buyer on invoices and receipts. Members are null if not given.',
  })
  billingDetails: BillingDetailsDto;
}

export function toMyAccountDto(
  { account, user, memberships, balance }: views.MyAccount,
  who: Principal,
  limits: AccountLimitsDto,
): MyAccountDto {
  return {
    ...account,
    billingDetails: account.billingDetails ?? NO_BILLING_DETAILS,
    settings: { ...account.settings, outbound: account.outbound },
    balance: balanceOf(balance.amountCents),
    user,
    memberships,
    permissions: permissionsOf(who),
    limits,
  };
}
