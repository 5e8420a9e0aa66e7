import { type OperatorAccountDetails, type OperatorAccountFilter, type OperatorAccountView } from '@trunkline/identity';
import { ACCOUNT_STATUSES, type AccountStatus, ROLES, type Tier, TIERS, unixSeconds } from '@trunkline/kernel';
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
  @UnixTime({
    description: 'Since when it is suspended; stands while its closure is pending, too.',
    example: null,
    nullable: true,
  })
  suspended_at: number | null;

  @Text({ description: 'Why it is suspended.', example: null, nullable: true, max: REASON_MAX, lines: true })
  suspension_reason: string | null;

  @UnixTime({ description: 'When it was closed.', example: null, nullable: true })
  closed_at: number | null;
}

export class OperatorMemberDto {
  @Id({ description: 'The user.', prefix: 'usr' })
  user_id: string;

  @Email({ description: 'In lower case.', example: 'ada@example.com' })
  email: string;

  @Text({ description: 'The name of the person.', example: 'Ada Lovelace' })
  name: string;

  @OneOf({ description: 'In this account.', example: 'owner', values: ROLES, name: 'Role' })
  role: string;

  @Flag({ description: 'The address has been verified.', example: true })
  email_verified: boolean;

  @UnixTime({ description: 'When the membership began.' })
  joined_at: number;
}

export class OperatorAccountCountsDto {
  @Integer({ description: 'Members.', example: 1 })
  members: number;

  @Integer({ description: 'API keys that work now.', example: 2 })
  api_keys: number;

  @Integer({ description: 'Numbers that work.', example: 12 })
  numbers_active: number;

  @Integer({ description: 'Numbers that are suspended, for whatever reason.', example: 0 })
  numbers_suspended: number;

  @Integer({ description: 'Numbers that wait for documents.', example: 0 })
  numbers_pending_documents: number;
}

export class OperatorAccountDto extends OperatorAccountSummaryDto {
  @Nested(() => AccountBalanceDto, { description: 'What is in the wallet, holds included.' })
  balance: AccountBalanceDto;

  @Cents({ description: 'How far below zero the balance may go; 0 where it is prepaid.', example: 0 })
  credit_limit_cents: number;

  @Integer({ description: 'Calls at a time; null: as the tier has them.', example: null, nullable: true })
  max_concurrent_calls: number | null;

  @Nested(() => OperatorMemberDto, {
    description: 'The hundred longest ones there; `counts` tells how many.',
    many: true,
  })
  members: OperatorMemberDto[];

  @Nested(() => OperatorAccountCountsDto, { description: 'How much of what it has.' })
  counts: OperatorAccountCountsDto;
}

export class ListOperatorAccountsQuery extends PageQuery {
  @Id({ description: 'That account alone.', prefix: 'acc', optional: true })
  id?: string;

  @Email({ description: 'Accounts with this member; the whole address.', example: 'ada@example.com', optional: true })
  email?: string;

  @Text({ description: 'How the name begins, whatever its case.', example: 'analyt', optional: true })
  name?: string;

  @QueryList({ description: 'Any of these states.', example: ['suspended'], values: ACCOUNT_STATUSES })
  status?: AccountStatus[];

  @QueryList({ description: 'Any of these tiers.', example: ['manual_review'], values: TIERS })
  tier?: Tier[];

  @QueryOneOf({ description: 'What to sort by.', example: 'created_at', values: ['created_at'] })
  sort?: 'created_at';

  @QueryOneOf({ description: 'Which way.', example: 'desc', values: ['asc', 'desc'] })
  order?: 'asc' | 'desc';
}

export function filterOf(query: ListOperatorAccountsQuery): OperatorAccountFilter {
  const { id, email, name, status, tier } = query;
  return {
    ...(id !== undefined && { id }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { namePrefix: name }),
    ...(status && { status }),
    ...(tier && { tier }),
  };
}

export function toOperatorAccountSummaryDto(account: OperatorAccountView): OperatorAccountSummaryDto {
  return summaryOf(account);
}

function summaryOf(account: OperatorAccountView) {
  return {
    ...accountSummaryOf(account),
    suspended_at: account.suspendedAt && unixSeconds(account.suspendedAt),
    suspension_reason: account.suspensionReason,
    closed_at: account.closedAt && unixSeconds(account.closedAt),
  };
}

export function toOperatorAccountDto(details: OperatorAccountDetails): OperatorAccountDto {
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
