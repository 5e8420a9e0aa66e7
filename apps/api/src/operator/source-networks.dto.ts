import type { SortOrder } from '@trunkline/kernel';
import { Flag, Id, PageQuery, QueryFlag, QueryOneOf, QueryOrder, Text, UnixTime } from '../http';

export class SourceNetworkDto {
  @Id({ description: 'Source network ID.', prefix: 'src' })
  id: string;

  @Id({ description: 'Trunk that claims the network.', prefix: 'trk' })
  trunkId: string;

  @Id({ description: 'Account of the trunk.', prefix: 'acc' })
  accountId: string;

  @Text({ description: 'Network in CIDR notation.', example: '203.0.113.0/28' })
  network: string;

  @UnixTime({ description: 'Time of the claim.' })
  claimedAt: Date;

  @UnixTime({ description: 'Time of confirmation.', nullable: true })
  confirmedAt: Date | null;

  @Text({
    description: 'Fingerprint of the operator token, or `digest` for an authenticated call from the network.',
    example: 'digest',
    nullable: true,
  })
  confirmedBy: string | null;

  @UnixTime({ description: 'Time of rejection by an operator. A rejected claim has no effect.', nullable: true })
  rejectedAt: Date | null;

  @Flag({ description: 'Whether another account claims an overlapping network.', jsonName: 'contested' })
  isContested: boolean;
}

export class ListSourceNetworksQuery extends PageQuery {
  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  accountId?: string;

  @Id({ description: 'Filters by trunk.', prefix: 'trk', optional: true })
  trunkId?: string;

  @QueryFlag({ description: 'Filters by whether another account contests the claim.', jsonName: 'contested' })
  isContested?: boolean;

  @QueryOneOf({ description: 'Sort key.', default: 'claimed_at', values: ['claimed_at'] })
  sort?: 'claimed_at';

  @QueryOrder()
  order?: SortOrder;
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
