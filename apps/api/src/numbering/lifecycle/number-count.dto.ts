import { Integer, Nested, PickType, QueryFlag } from '../../http';
import { ListNumbersQuery } from './numbers.dto';

/** The filters of the list of numbers, without its pages and order. */
export class CountNumbersQuery extends PickType(ListNumbersQuery, [
  'id',
  'status',
  'country',
  'numberType',
  'trunkId',
  'routingProfileId',
  'complianceBundleId',
  'unrouted',
  'pastDue',
  'releaseScheduled',
  'priceChanging',
  'q',
  'label',
  'tag',
  'region',
  'city',
  'capabilities',
  'assignedFrom',
  'assignedTo',
]) {
  @QueryFlag({ description: 'Whether to return `states`.' })
  states?: boolean;
}

export class NumberStatesDto {
  @Integer({ description: 'Active.', example: 291 })
  active: number;

  @Integer({ description: 'Pending documents.', example: 7 })
  pendingDocuments: number;

  @Integer({ description: 'Suspended.', example: 2 })
  suspended: number;

  @Integer({ description: 'Released.', example: 5 })
  released: number;

  @Integer({ description: 'Without a route.', example: 12 })
  unrouted: number;

  @Integer({ description: 'Past due.', example: 1 })
  pastDue: number;

  @Integer({ description: 'Release scheduled.', example: 12 })
  releaseScheduled: number;

  @Integer({ description: 'Price change announced.', example: 3 })
  priceChanging: number;
}

export class NumberCountDto {
  @Integer({ description: 'Numbers that match.', example: 312 })
  count: number;

  @Nested(() => NumberStatesDto, {
    description:
      'With `states=true`: all numbers of the account by state, regardless of the filters. `unrouted`, `past_due`, `release_scheduled` and `price_changing` count up to 10,000.',
    optional: true,
  })
  states?: NumberStatesDto;
}
