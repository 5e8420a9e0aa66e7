import { invalidFields } from '@trunkline/kernel';
import { JOB_E164S_MAX, LABEL_MAX, lists, type NumberChange, type NumberJobView } from '@trunkline/numbering';
import {
  ACTOR_ID,
  ACTOR_KIND,
  AnyObject,
  E164,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  PageQuery,
  PhoneNumbers,
  QueryFlag,
  SchemaOf,
  Text,
  UnixTime,
} from '../../http';
import { RouteDto } from './number-changes.dto';
import { TagsField } from './number-fields';

const MESSAGE_MAX = 2000;

export class SelectNumbersDto {
  @PhoneNumbers({
    description: `Numbers to change; at most ${JOB_E164S_MAX.toLocaleString('en')}.`,
    example: ['+12125550123'],
    optional: true,
    min: 1,
    max: JOB_E164S_MAX,
  })
  e164s?: string[];

  @AnyObject({
    description:
      'All numbers that match when the job is created: query parameters of `GET /v1/numbers` without `limit`, `cursor`, `sort`, ' +
      '`order` and `format`, as text or as JSON values. At most 100,000 numbers.',
    example: { tag: 'sales', country: ['DE', 'AT'] },
    optional: true,
  })
  filter?: Readonly<Record<string, unknown>>;

  @Integer({
    description: 'How many numbers `filter` matches. Any other count is 409 `conflict`.',
    example: 12,
    optional: true,
    min: 0,
  })
  expectedCount?: number;
}

class JobReleaseDto {
  @OneOf({
    description: '`end_of_cycle`: at the end of the paid month.',
    values: lists.RELEASE_TIMES,
    name: 'ReleaseTime',
  })
  when: (typeof lists.RELEASE_TIMES)[number];
}

@SchemaOf({ name: 'NumberChange' })
export class NumberChangeDto {
  @Nested(() => RouteDto, { description: 'Where calls go. See `PATCH /v1/numbers/{e164}/routing`.', optional: true })
  routing?: RouteDto;

  @Id({
    description: 'Submitted or approved bundle of the account; null detaches it. Requires `compliance:read`.',
    prefix: 'cb',
    optional: true,
    nullable: true,
  })
  complianceBundleId?: string | null;

  @Text({
    description: 'Your own name for the numbers; null clears it.',
    example: 'Support line',
    optional: true,
    nullable: true,
    max: LABEL_MAX,
  })
  label?: string | null;

  @TagsField({ description: 'Tags to add. A number has at most 20.', optional: true })
  addTags?: readonly string[];

  @TagsField({ description: 'Tags to remove.', example: ['trial'], optional: true })
  removeTags?: readonly string[];

  @Flag({ description: 'Prevents the release of the numbers.', optional: true })
  deletionLock?: boolean;

  @Nested(() => JobReleaseDto, {
    description: 'Releases the numbers, as `POST /v1/numbers/{e164}/release` without `force`. Stands alone.',
    optional: true,
  })
  release?: JobReleaseDto;
}

/** Members exclude each other: a sample of all of them would be rejected. */
const CHANGE_EXAMPLE = { add_tags: ['sales'] };

export class CreateNumberJobDto {
  @Nested(() => SelectNumbersDto, {
    description: 'Either `e164s`, or `filter` with `expected_count`.',
    example: { e164s: ['+12125550123'] },
  })
  select: SelectNumbersDto;

  @Nested(() => NumberChangeDto, {
    description: 'What to change of each number: one or more members.',
    example: CHANGE_EXAMPLE,
  })
  change: NumberChangeDto;
}

class JobCreatorDto {
  @OneOf({ ...ACTOR_KIND, description: 'Who created the job.' })
  kind: string;

  @Text({ ...ACTOR_ID, description: 'ID of the user, API key or application.' })
  id: string | null;
}

@SchemaOf({ name: 'NumberJob' })
export class NumberJobDto {
  @Id({ description: 'ID of the job.', prefix: 'nj' })
  id: string;

  @OneOf({
    description: '`cancelled`: ended before all numbers were processed, by the account or because it was suspended.',
    values: lists.JOB_STATUSES,
    name: 'NumberJobStatus',
  })
  status: string;

  @Integer({ description: 'Selected numbers.', example: 12 })
  total: number;

  @Integer({ description: 'Numbers that were changed, or needed no change.', example: 9 })
  done: number;

  @Integer({ description: 'Numbers that could not be changed; `items` says why.', example: 1 })
  failed: number;

  @Nested(() => NumberChangeDto, {
    description: 'What the job changes of each number; null for an import, which has values per number.',
    example: CHANGE_EXAMPLE,
    nullable: true,
  })
  change: NumberJobView['change'];

  @Nested(() => JobCreatorDto, { description: 'Who created the job.' })
  createdBy: JobCreatorDto;

  @UnixTime({ description: 'Creation time.' })
  createdAt: Date;

  @UnixTime({ description: 'When the job was completed or cancelled.', example: null, nullable: true })
  completedAt: Date | null;
}

@SchemaOf({ name: 'NumberJobItem' })
export class NumberJobItemDto {
  @E164({ description: 'The number.', example: '+12125550123' })
  e164: string;

  @Flag({ description: 'Whether the number was changed; null until it was processed.', nullable: true })
  ok: boolean | null;

  @Text({ description: 'Machine-readable reason for the failure.', example: null, nullable: true })
  errorCode: string | null;

  @Text({
    description: 'What is wrong, and how to correct it.',
    example: 'The number is locked against release. Clear `deletion_lock` first.',
    nullable: true,
    max: MESSAGE_MAX,
  })
  errorMessage: string | null;
}

export class ListNumberJobsQuery extends PageQuery {}

export class ListJobItemsQuery extends PageQuery {
  @QueryFlag({ description: 'Only numbers that were changed, or only those that could not be.' })
  ok?: boolean;
}

/** Throws `invalid_input` for a selection that is neither or both, and a filter without a count. */
export function assertSelection({ e164s, filter, expectedCount }: SelectNumbersDto): void {
  if ((e164s === undefined) === (filter === undefined)) {
    const message = 'must have either e164s, or filter with expected_count';
    throw invalidFields({ 'select.e164s': message, 'select.filter': message });
  }
  if ((filter === undefined) !== (expectedCount === undefined)) {
    throw invalidFields({ 'select.expected_count': filter ? 'is required with filter' : 'is only for filter' });
  }
}

/** Returns the change without members that were not sent. Throws `invalid_input` for a change that is empty or contradicts itself. */
export function numberChangeOf(body: NumberChangeDto): NumberChange {
  const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as NumberChange;
  assertNotEmpty(change);
  if (change.release && Object.keys(change).length > 1)
    throw invalidFields({ 'change.release': 'must be the only member' });
  assertRoute(change);
  assertTags(change);
  return change;
}

/** A list without tags changes nothing, so a change has more than such lists. */
function assertNotEmpty({ addTags, removeTags, ...others }: NumberChange): void {
  const lists = Object.entries({ add_tags: addTags, remove_tags: removeTags }).filter(([, tags]) => tags !== undefined);
  if (Object.keys(others).length > 0 || lists.some(([, tags]) => tags?.length)) return;
  if (lists.length === 0) throw invalidFields({ change: 'must have at least one member' });
  const message = 'must have a tag, unless the change has another member';
  throw invalidFields(Object.fromEntries(lists.map(([member]) => [`change.${member}`, message])));
}

function assertRoute({ routing }: NumberChange): void {
  if (!routing || routing.trunkId !== undefined || routing.routingProfileId !== undefined) return;
  throw invalidFields({ 'change.routing': 'must have trunk_id or routing_profile_id' });
}

function assertTags({ addTags = [], removeTags = [] }: NumberChange): void {
  const both = addTags.find((tag) => removeTags.includes(tag));
  if (both !== undefined) throw invalidFields({ 'change.add_tags': `has ${both}, which is also in remove_tags` });
}
