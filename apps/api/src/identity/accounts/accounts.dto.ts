import {
  type AccountChange,
  type AccountSummary,
  BILLING_MODES,
  CDR_REDACTIONS,
  type CdrRedaction,
  MFA_METHODS,
  type MyAccount,
  type UserView,
} from '@trunkline/identity';
import { ACCOUNT_STATUSES, balanceOf, ROLES, TIERS, unixSeconds } from '@trunkline/kernel';
import { Cents, Country, Decimal, Email, Flag, Id, Integer, Nested, OneOf, Text, UnixTime } from '../../http';

export class AccountBalanceDto {
  @Decimal({ description: 'Major units.', example: 5 })
  amount: number;

  @Cents({ description: 'The same in cents.', example: 500 })
  amount_cents: number;

  @Text({ description: 'ISO 4217.', example: 'USD' })
  currency: string;
}

export class UserDto {
  @Id({ description: 'The user.', prefix: 'usr' })
  id: string;

  @Email({ description: 'In lower case.', example: 'ada@example.com' })
  email: string;

  @Text({ description: 'The name of the person.', example: 'Ada Lovelace' })
  name: string;

  @OneOf({ description: 'In the selected account.', example: 'owner', values: ROLES, name: 'Role' })
  role: string;

  @Flag({ description: 'The address has been verified.', example: true })
  email_verified: boolean;

  @Flag({ description: 'The phone number has been verified.', example: false })
  phone_verified: boolean;

  @OneOf({
    description: 'The second factor, if one is enabled.',
    example: null,
    nullable: true,
    values: MFA_METHODS,
    name: 'MfaMethod',
  })
  mfa_method: string | null;
}

export class MembershipDto {
  @Id({ description: 'The account; send it as X-Account-Id to select it.', prefix: 'acc' })
  account_id: string;

  @Text({ description: 'Its name.', example: 'Analytical Engines Ltd' })
  name: string;

  @OneOf({ description: 'What the user may do there.', example: 'owner', values: ROLES, name: 'Role' })
  role: string;
}

export class AccountLimitsDto {
  @Integer({ description: 'Requests per minute, by tier.', example: 300 })
  requests_per_minute: number;

  @Integer({ description: 'Active API keys at a time.', example: 50 })
  api_keys: number;

  @Integer({
    description:
      'Calls at a time, inbound and outbound together: 2 before the first successful top-up and 10 after it, 100 for verified accounts, null (no limit) for wholesale, or as agreed.',
    example: 10,
    nullable: true,
  })
  max_concurrent_calls: number | null;

  @Cents({
    description:
      'The most that outbound calls may cost on a day of UTC, what calls in progress may still cost included; null: no limit.',
    example: 10_000,
    nullable: true,
  })
  outbound_daily_cap_cents: number | null;
}

const REDACTION = {
  description: 'How much of the other party’s number call records show: all of it, part of it or none.',
  example: 'none',
  values: CDR_REDACTIONS,
  name: 'CdrRedaction',
};
const LOW_BALANCE = {
  description: 'A balance below this many cents is worth a warning; null: never.',
  example: 1000,
  nullable: true,
};
const TIME_ZONE = { description: 'An IANA time zone.', example: 'Europe/London', max: 64 };

export class AccountSettingsDto {
  @OneOf(REDACTION)
  cdr_redaction: string;

  @Cents(LOW_BALANCE)
  low_balance_alert_cents: number | null;

  @Text(TIME_ZONE)
  timezone: string;
}

export class ChangeAccountSettingsBody {
  @OneOf({ ...REDACTION, optional: true })
  cdr_redaction?: CdrRedaction;

  @Cents({ ...LOW_BALANCE, optional: true, min: 0 })
  low_balance_alert_cents?: number | null;

  @Text({ ...TIME_ZONE, optional: true })
  timezone?: string;
}

export class ChangeAccountBody {
  @Text({
    description: 'The company, or the person.',
    example: 'Analytical Engines Ltd',
    optional: true,
    min: 2,
    max: 100,
  })
  name?: string;

  @Country({
    description: 'Where the customer is. Fixed once a number was ordered.',
    example: 'GB',
    optional: true,
  })
  country?: string;

  @Nested(() => ChangeAccountSettingsBody, { description: 'Only what is sent changes.', optional: true })
  settings?: ChangeAccountSettingsBody;
}

/** What everybody sees of an account who sees it at all. */
export class AccountHeadDto {
  @Id({ description: 'The account.', prefix: 'acc' })
  id: string;

  @Text({ description: 'The company, or the person.', example: 'Analytical Engines Ltd' })
  name: string;

  @OneOf({ description: 'How far the account is trusted.', example: 'self_serve', values: TIERS, name: 'Tier' })
  tier: string;

  @Country({ description: 'Where the customer is.', example: 'GB' })
  country: string;

  @OneOf({ description: 'Pays before or after.', example: 'prepaid', values: BILLING_MODES, name: 'BillingMode' })
  billing_mode: string;

  @OneOf({
    description: 'The state of the account.',
    example: 'active',
    values: ACCOUNT_STATUSES,
    name: 'AccountStatus',
  })
  status: string;

  @UnixTime({ description: 'When an account in `pending_closure` closes.', example: null, nullable: true })
  closure_grace_ends_at: number | null;

  @UnixTime({ description: 'When it was opened.' })
  created_at: number;
}

export class MyAccountDto extends AccountHeadDto {
  @Nested(() => AccountBalanceDto, { description: 'What is in the wallet, holds included.' })
  balance: AccountBalanceDto;

  @Nested(() => UserDto, {
    description: 'Who asks: the signed-in user, or the one whom the key or token acts for.',
    nullable: true,
  })
  user: UserDto | null;

  @Nested(() => MembershipDto, {
    description: 'Accounts of the user. A key or a token sees its own alone.',
    many: true,
  })
  memberships: MembershipDto[];

  @Nested(() => AccountLimitsDto, { description: 'What holds for the account.' })
  limits: AccountLimitsDto;

  @Nested(() => AccountSettingsDto, { description: 'What the customer sets for the whole account.' })
  settings: AccountSettingsDto;
}

/** Only what was sent: what is missing stays as it is. */
export function toAccountChange({ name, country, settings = {} }: ChangeAccountBody): AccountChange {
  const { cdr_redaction: cdrRedaction, low_balance_alert_cents: lowBalanceAlertCents, timezone } = settings;
  return {
    ...(name !== undefined && { name }),
    ...(country !== undefined && { country }),
    settings: {
      ...(cdrRedaction !== undefined && { cdrRedaction }),
      ...(lowBalanceAlertCents !== undefined && { lowBalanceAlertCents }),
      ...(timezone !== undefined && { timezone }),
    },
  };
}

export function toUserDto(user: UserView): UserDto {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    email_verified: user.emailVerified,
    phone_verified: user.phoneVerified,
    mfa_method: user.mfaMethod,
  };
}

export function accountSummaryOf(account: AccountSummary) {
  return {
    id: account.id,
    name: account.name,
    tier: account.tier,
    country: account.country,
    billing_mode: account.billingMode,
    status: account.status,
    closure_grace_ends_at: account.closureGraceEndsAt && unixSeconds(account.closureGraceEndsAt),
    created_at: unixSeconds(account.createdAt),
  };
}

export function toAccountBalanceDto(cents: number): AccountBalanceDto {
  const { amount, amountCents, currency } = balanceOf(cents);
  return { amount, amount_cents: amountCents, currency };
}

export function toMyAccountDto(
  { account, user, memberships, balance }: MyAccount,
  limits: AccountLimitsDto,
): MyAccountDto {
  return {
    ...accountSummaryOf(account),
    balance: toAccountBalanceDto(balance.amountCents),
    user: toUserDto(user),
    memberships: memberships.map(({ accountId, name, role }) => ({ account_id: accountId, name, role })),
    limits,
    settings: {
      cdr_redaction: account.settings.cdrRedaction,
      low_balance_alert_cents: account.settings.lowBalanceAlertCents,
      timezone: account.settings.timezone,
    },
  };
}
