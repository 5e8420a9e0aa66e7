import type { views } from '@trunkline/identity';
import {
  ACCOUNT_STATUSES,
  type AccountStatus,
  ROLES,
  type Tier,
  TIERS,
  unixSeconds,
  unixSecondsOrNull,
} from '@trunkline/kernel';
import {
  Cents,
  Email,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  PageQuery,
  QueryList,
  QueryOneOf,
  QueryOrder,
  Text,
  UnixTime,
} from '../../http';
import {
  AccountBalanceDto,
  AccountHeadDto,
  accountSummaryOf,
  toAccountBalanceDto,
} from '../../identity/accounts/accounts.dto';

const REASON_MAX = 1000;

export class OperatorAccountSummaryDto extends AccountHeadDto {
  @UnixTime({ description: 'Time of suspension. Also set while closure is pending.', example: null, nullable: true })
  suspended_at: number | null;

  @Text({ description: 'Reason for the suspension.', example: null, nullable: true, max: REASON_MAX, lines: true })
  suspension_reason: string | null;

  @UnixTime({ description: 'Time of closure.', example: null, nullable: true })
  closed_at: number | null;
}

export class OperatorMemberDto {
  @Id({ description: 'User ID.', prefix: 'usr' })
  user_id: string;

  @Email({ description: 'Email address in lower case.', example: 'ada@example.com' })
  email: string;

  @Text({ description: 'Full name of the user.', example: 'Ada Lovelace' })
  name: string;

  @OneOf({ description: 'Role in this account.', values: ROLES, name: 'Role' })
  role: string;

  @Flag({ description: 'Whether the email address is verified.' })
  email_verified: boolean;

  @UnixTime({ description: 'Time when the user joined.' })
  joined_at: number;
}

export class OperatorAccountCountsDto {
  @Integer({ description: 'Number of members.', example: 1 })
  members: number;

  @Integer({ description: 'Number of active API keys.', example: 2 })
  api_keys: number;

  @Integer({ description: 'Number of active numbers.', example: 12 })
  numbers_active: number;

  @Integer({ description: 'Number of suspended numbers.', example: 0 })
  numbers_suspended: number;

  @Integer({ description: 'Number of numbers waiting for documents.', example: 0 })
  numbers_pending_documents: number;
}

export class OperatorAccountDto extends OperatorAccountSummaryDto {
  @Nested(() => AccountBalanceDto, { description: 'Balance of the wallet, including held funds.' })
  balance: AccountBalanceDto;

  @Cents({ description: 'Amount in cents by which the balance may fall below zero; 0 if prepaid.', example: 0 })
  credit_limit_cents: number;

  @Integer({ description: 'Maximum concurrent calls; null for the limit of the tier.', example: null, nullable: true })
  max_concurrent_calls: number | null;

  @Nested(() => OperatorMemberDto, {
    description: 'The 100 longest-standing members. `counts` contains the total.',
    many: true,
  })
  members: OperatorMemberDto[];

  @Nested(() => OperatorAccountCountsDto, { description: 'Resource counts.' })
  counts: OperatorAccountCountsDto;
}

export class ListOperatorAccountsQuery extends PageQuery {
  @Id({ description: 'Filters by account ID.', prefix: 'acc', optional: true })
  id?: string;

  @Email({ description: 'Filters by the full email address of a member.', example: 'ada@example.com', optional: true })
  email?: string;

  @Text({ description: 'Filters by the start of the name, case-insensitive.', example: 'analyt', optional: true })
  name?: string;

  @QueryList({
    description: 'Filters by status.',
    example: ['suspended'],
    values: ACCOUNT_STATUSES,
    name: 'AccountStatus',
  })
  status?: AccountStatus[];

  @QueryList({ description: 'Filters by tier.', example: ['manual_review'], values: TIERS, name: 'Tier' })
  tier?: Tier[];

  @QueryOneOf({ description: 'Sort key.', default: 'created_at', values: ['created_at'] })
  sort?: 'created_at';

  @QueryOrder()
  order?: 'asc' | 'desc';
}

export function filterOf(query: ListOperatorAccountsQuery): views.OperatorAccountFilter {
  const { id, email, name, status, tier } = query;
  return {
    ...(id !== undefined && { id }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { namePrefix: name }),
    ...(status && { status }),
    ...(tier && { tier }),
  };
}

export function toOperatorAccountSummaryDto(account: views.OperatorAccountView): OperatorAccountSummaryDto {
  return summaryOf(account);
}

function summaryOf(account: views.OperatorAccountView) {
  return {
    ...accountSummaryOf(account),
    suspended_at: unixSecondsOrNull(account.suspendedAt),
    suspension_reason: account.suspensionReason,
    closed_at: unixSecondsOrNull(account.closedAt),
  };
}

export function toOperatorAccountDto(details: views.OperatorAccountDetails): OperatorAccountDto {
  return {
    ...summaryOf(details.account),
    balance: toAccountBalanceDto(details.balance.amountCents),
    credit_limit_cents: details.balance.creditLimitCents,
    max_concurrent_calls: details.account.maxConcurrentCalls,
    members: details.members.map((member) => ({
      user_id: member.userId,
      email: member.email,
      name: member.name,
      role: member.role,
      email_verified: member.emailVerified,
      joined_at: unixSeconds(member.joinedAt),
    })),
    counts: {
      members: details.memberCount,
      api_keys: details.apiKeyCount,
      numbers_active: details.numbers.active,
      numbers_suspended: details.numbers.suspended,
      numbers_pending_documents: details.numbers.pendingDocuments,
    },
  };
}
