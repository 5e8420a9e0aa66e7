import type { views } from '@trunkline/identity';
import {
  ACCOUNT_STATUSES,
  type AccountStatus,
  balanceOf,
  ROLES,
  type SortOrder,
  type Tier,
  TIERS,
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
import { OutboundSettingsDto } from '../../identity/accounts/account-settings.dto';
import { AccountBalanceDto, AccountHeadDto } from '../../identity/accounts/accounts.dto';
import { OutboundExceptionsDto } from './account-changes.dto';

const REASON_MAX = 1000;

export class OperatorAccountSummaryDto extends AccountHeadDto {
  @UnixTime({ description: 'Time of suspension. Also set while closure is pending.', example: null, nullable: true })
  suspendedAt: Date | null;

  @Text({ description: 'Reason for the suspension.', example: null, nullable: true, max: REASON_MAX, lines: true })
  suspensionReason: string | null;

  @UnixTime({ description: 'Time of closure.', example: null, nullable: true })
  closedAt: Date | null;
}

export class OperatorMemberDto {
  @Id({ description: 'User ID.', prefix: 'usr' })
  userId: string;

  @Email({ description: 'Email address in lower case.', example: 'ada@example.com' })
  email: string;

  @Text({ description: 'Full name of the user.', example: 'Ada Lovelace' })
  name: string;

  @OneOf({ description: 'Role in this account.', values: ROLES, name: 'Role' })
  role: string;

  @Flag({ description: 'Whether the email address is verified.' })
  emailVerified: boolean;

  @UnixTime({ description: 'Time when the user joined.' })
  joinedAt: Date;
}

export class OperatorAccountCountsDto {
  @Integer({ description: 'Number of members.', example: 1 })
  members: number;

  @Integer({ description: 'Number of active API keys.', example: 2 })
  apiKeys: number;

  @Integer({ description: 'Number of active numbers.', example: 12 })
  numbersActive: number;

  @Integer({ description: 'Number of suspended numbers.', example: 0 })
  numbersSuspended: number;

  @Integer({ description: 'Number of numbers waiting for documents.', example: 0 })
  numbersPendingDocuments: number;
}

export class OperatorAccountDto extends OperatorAccountSummaryDto {
  @Nested(() => AccountBalanceDto, { description: 'Balance of the wallet, including held funds.' })
  balance: AccountBalanceDto;

  @Cents({ description: 'Amount in cents by which the balance may fall below zero; 0 if prepaid.', example: 0 })
  creditLimitCents: number;

  @Integer({ description: 'Maximum concurrent calls; null for the limit of the tier.', example: null, nullable: true })
  maxConcurrentCalls: number | null;

  @Nested(() => OutboundSettingsDto, { description: 'What the account allows of its outbound calls.' })
  outbound: OutboundSettingsDto;

  @Nested(() => OutboundExceptionsDto, { description: 'What operators permit it beyond the rules.' })
  outboundExceptions: OutboundExceptionsDto;

  @Id({
    description: "The account's own rate deck for calls; null: the default deck alone.",
    prefix: 'deck',
    nullable: true,
  })
  rateDeckId: string | null;

  @Id({
    description: "The account's own rate deck for messages; null: the default deck alone.",
    prefix: 'deck',
    nullable: true,
  })
  smsRateDeckId: string | null;

  @Integer({ description: 'Percent by which the prices of calls and messages are reduced.', example: 0 })
  discountPct: number;

  @Nested(() => OperatorMemberDto, {
    description: 'The 100 longest-standing members. `counts` contains the total.',
    many: true,
  })
  members: readonly OperatorMemberDto[];

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
  order?: SortOrder;
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

export function toOperatorAccountDto(details: views.OperatorAccountDetails): OperatorAccountDto {
  return {
    ...details.account,
    balance: balanceOf(details.balance.amountCents),
    creditLimitCents: details.balance.creditLimitCents,
    ...details.prices,
    members: details.members,
    counts: {
      members: details.memberCount,
      apiKeys: details.apiKeyCount,
      numbersActive: details.numbers.active,
      numbersSuspended: details.numbers.suspended,
      numbersPendingDocuments: details.numbers.pendingDocuments,
    },
  };
}
