import { unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import type { SourceNetworkView } from '@trunkline/voice-routing';
import { Flag, given, Id, PageQuery, QueryFlag, QueryOneOf, QueryOrder, Text, UnixTime } from '../../http';

export class SourceNetworkDto {
  @Id({ description: 'Source network ID.', prefix: 'src' })
  id: string;

  @Id({ description: 'Trunk that claims the network.', prefix: 'trk' })
  trunk_id: string;

  @Id({ description: 'Account of the trunk.', prefix: 'acc' })
  account_id: string;

  @Text({ description: 'Network in CIDR notation.', example: '203.0.113.0/28' })
  network: string;

  @UnixTime({ description: 'Time of the claim.' })
  claimed_at: number;

  @UnixTime({ description: 'Time of confirmation.', nullable: true })
  confirmed_at: number | null;

  @Text({
    description: 'Fingerprint of the operator token, or `digest` for an authenticated call from the network.',
    example: 'digest',
    nullable: true,
  })
  confirmed_by: string | null;

  @UnixTime({ description: 'Time of rejection by an operator. A rejected claim has no effect.', nullable: true })
  rejected_at: number | null;

  @Flag({ description: 'Whether another account claims an overlapping network.' })
  contested: boolean;
}

export class ListSourceNetworksQuery extends PageQuery {
  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  account_id?: string;

  @Id({ description: 'Filters by trunk.', prefix: 'trk', optional: true })
  trunk_id?: string;

  @QueryFlag({ description: 'Filters by whether another account contests the claim.' })
  contested?: boolean;

  @QueryOneOf({ description: 'Sort key.', default: 'claimed_at', values: ['claimed_at'] })
  sort?: 'claimed_at';

  @QueryOrder()
  order?: 'asc' | 'desc';
}

export class RejectSourceNetworkBody {
  @Text({
    description: 'Reason, stored in the audit trail.',
    example: 'The network belongs to another customer, ticket 4711',
    max: 1000,
    lines: true,
  })
  reason: string;
}

export function sourceNetworkFiltersOf(query: ListSourceNetworksQuery) {
  const { account_id: accountId, trunk_id: trunkId, contested: isContested } = query;
  return given({ accountId, trunkId, isContested });
}

export function toSourceNetworkDto(claim: SourceNetworkView): SourceNetworkDto {
  return {
    id: claim.id,
    trunk_id: claim.trunkId,
    account_id: claim.accountId,
    network: claim.network,
    claimed_at: unixSeconds(claim.claimedAt),
    confirmed_at: unixSecondsOrNull(claim.confirmedAt),
    confirmed_by: claim.confirmedBy,
    rejected_at: unixSecondsOrNull(claim.rejectedAt),
    contested: claim.isContested,
  };
}
