import { Integer, PickType } from '../../http';
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
]) {}

export class NumberCountDto {
  @Integer({ description: 'Numbers that match.', example: 312 })
  count: number;
}
