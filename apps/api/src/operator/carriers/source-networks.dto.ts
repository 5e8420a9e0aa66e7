import { unixSeconds } from '@trunkline/kernel';
import type { SourceNetworkFilters, SourceNetworkView } from '@trunkline/voice-routing';
import { Flag, Id, PageQuery, QueryFlag, QueryOneOf, Text, UnixTime } from '../../http';

export class SourceNetworkDto {
  @Id({ description: 'The claim.', prefix: 'src' })
  id: string;

  @Id({ description: 'The trunk that claims the network.', prefix: 'trk' })
  trunk_id: string;

  @Id({ description: 'The account of the trunk.', prefix: 'acc' })
  account_id: string;

  @Text({ description: 'CIDR.', example: '203.0.113.0/28' })
  network: string;

  @UnixTime({ description: 'When the trunk claimed it. The first account to claim an address counts.' })
  claimed_at: number;

  @UnixTime({ description: 'When the claim was confirmed.', nullable: true })
  confirmed_at: number | null;

  @Text({
    description: 'The operator, by the fingerprint of the token, or `digest` for an authenticated call from there.',
    example: 'digest',
    nullable: true,
  })
  confirmed_by: string | null;

  @UnixTime({ description: 'When an operator rejected the claim; it is then as good as none.', nullable: true })
  rejected_at: number | null;

  @Flag({ description: 'Another account claims an overlapping network.', example: false })
  contested: boolean;
}

export class ListSourceNetworksQuery extends PageQuery {
  @Id({ description: 'Claims of this account alone.', prefix: 'acc', optional: true })
  account_id?: string;

  @Id({ description: 'Claims of this trunk alone.', prefix: 'trk', optional: true })
  trunk_id?: string;

  @QueryFlag({ description: 'Only claims that another account contests, or only those that none does.', example: true })
  contested?: boolean;

  @QueryOneOf({ description: 'What to sort by.', example: 'claimed_at', values: ['claimed_at'] })
  sort?: 'claimed_at';

  @QueryOneOf({ description: 'Which way.', example: 'desc', values: ['asc', 'desc'] })
  order?: 'asc' | 'desc';
}

export class RejectSourceNetworkBody {
  @Text({
    description: 'Why; kept in the audit trail.',
    example: 'The network belongs to another customer, ticket 4711',
    max: 1000,
    lines: true,
  })
  reason: string;
}

export function sourceNetworkFiltersOf(query: ListSourceNetworksQuery): SourceNetworkFilters {
  const { account_id: accountId, trunk_id: trunkId, contested: isContested } = query;
  return {
    ...(accountId !== undefined && { accountId }),
    ...(trunkId !== undefined && { trunkId }),
    ...(isContested !== undefined && { isContested }),
  };
}

export function toSourceNetworkDto(claim: SourceNetworkView): SourceNetworkDto {
  return {
    id: claim.id,
    trunk_id: claim.trunkId,
    account_id: claim.accountId,
    network: claim.network,
    claimed_at: unixSeconds(claim.claimedAt),
    confirmed_at: claim.confirmedAt && unixSeconds(claim.confirmedAt),
    confirmed_by: claim.confirmedBy,
    rejected_at: claim.rejectedAt && unixSeconds(claim.rejectedAt),
    contested: claim.isContested,
  };
}
