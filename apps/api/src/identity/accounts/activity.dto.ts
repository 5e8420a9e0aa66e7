import { type Activity, jsonName, type Named } from '@trunkline/kernel';
import { ActorDto, AnyValue, Flag, Id, IpAddress, Nested, PageQuery, QueryTime, Text, UnixTime } from '../../http';

const NAME_MAX = 100;
const CHANGES_MAX = 1000;

export class ListActivityQuery extends PageQuery {
  @Text({
    description: 'ID or kind of the actor.',
    example: 'usr_0mh2k3l4p9f1c2d3e4b5a6978',
    optional: true,
    max: NAME_MAX,
  })
  actor?: string;

  @Text({ description: 'Action, as `resource_kind.verb`.', example: 'number.updated', optional: true, max: NAME_MAX })
  action?: string;

  @Text({
    description: 'ID or kind of the resource.',
    example: 'sip_trunk',
    optional: true,
    max: NAME_MAX,
  })
  resource?: string;

  @QueryTime({ description: 'Only changes at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only changes before this time.' })
  to?: Date;
}

export class ActivityChangeDto {
  @Text({
    description: 'Name of the field; members of objects by their path, such as `settings.timezone`.',
    example: 'trunk_id',
  })
  field: string;

  @AnyValue({ description: 'Value before the change.', example: 'trk_0mh2k3l4p9f1c2d3e4b5a6978' })
  from: unknown;

  @AnyValue({ description: 'Value after the change.', example: 'trk_0mh2k3l4p9f1c2d3e4b5a6978' })
  to: unknown;

  @Flag({ description: 'Whether the values are left out.' })
  redacted: boolean;
}

export class ActivityDto {
  @Id({ description: 'ID of the entry.', prefix: 'act' })
  id: string;

  @UnixTime({ description: 'When the change was made.' })
  at: Date;

  @Nested(() => ActorDto, { description: 'Who made the change.' })
  actor: ActorDto;

  @IpAddress({
    description: 'IP address of the request; null for the operator, the system and jobs.',
    example: '81.2.69.142',
    nullable: true,
  })
  ip: string | null;

  @Text({ description: 'Action, as `resource_kind.verb`.', example: 'number.updated' })
  action: string;

  @Text({ description: 'Kind of resource.', example: 'number' })
  resourceKind: string;

  @Text({
    description: 'ID of the resource.',
    example: 'num_0mh2k3l4p9f1c2d3e4b5a6978',
    max: NAME_MAX,
  })
  resourceId: string;

  @Text({ description: 'Name of the resource at the time.', example: '+12125550123', nullable: true })
  resourceName: string | null;

  @Nested(() => ActivityChangeDto, { description: 'The changed fields.', many: true, max: CHANGES_MAX })
  changes: ActivityChangeDto[];
}

/** Values of JSON columns have the names of members. */
function asJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [jsonName(name), asJson(each)]));
}

export function toActivityDto(entry: Named<Activity>): ActivityDto {
  const changes = entry.changes.map(({ field, from, to, redacted = false }) => ({
    field: field.split('.').map(jsonName).join('.'),
    from: asJson(from),
    to: asJson(to),
    redacted,
  }));
  // The address of an operator is not the customer's business.
  return { ...entry, ip: entry.actor.kind === 'operator' ? null : entry.ip, changes };
}
