import { ACCESS_ACTIONS, type AccessEntry, READER_KINDS } from '@trunkline/compliance';
import { unixSeconds } from '@trunkline/kernel';
import { Id, OneOf, PageQuery, Text, UnixTime } from '../../http';

const ID_MAX = 60;

export class ListAccessesQuery extends PageQuery {
  @Text({
    description: 'Only reads of this record.',
    example: 'eu_0mh2k3l4p9f1c2d3e4b5a6978',
    max: ID_MAX,
    optional: true,
  })
  resource_id?: string;
}

export class AccessEntryDto {
  @Id({ description: 'ID of the entry.', prefix: 'acl' })
  id: string;

  @UnixTime({ description: 'When the data was read.' })
  at: number;

  @OneOf({ description: 'Who read the data.', values: READER_KINDS, name: 'ReaderKind' })
  actor_kind: string;

  @Text({
    description: 'ID of the user, API key, OAuth application or operator.',
    example: 'usr_0mh2k3l4p9f1c2d3e4b5a6978',
  })
  actor_id: string;

  @OneOf({ description: 'What was done.', values: ACCESS_ACTIONS, name: 'AccessAction' })
  action: string;

  @Text({ description: 'ID of the record.', example: 'eu_0mh2k3l4p9f1c2d3e4b5a6978' })
  resource_id: string;
}

export function toAccessEntryDto(entry: AccessEntry): AccessEntryDto {
  return {
    id: entry.id,
    at: unixSeconds(entry.at),
    actor_kind: entry.actorKind,
    actor_id: entry.actorId,
    action: entry.action,
    resource_id: entry.resourceId,
  };
}
