import { ACCESS_ACTIONS, READER_KINDS } from '@trunkline/compliance';
import { Id, OneOf, PageQuery, Text, UnixTime } from '../http';

const ID_MAX = 60;

export class ListAccessesQuery extends PageQuery {
  @Text({
    description: 'Only reads of this record.',
    example: 'eu_0mh2k3l4p9f1c2d3e4b5a6978',
    max: ID_MAX,
    optional: true,
  })
  resourceId?: string;
}

export class AccessEntryDto {
  @Id({ description: 'ID of the entry.', prefix: 'acl' })
  id: string;

  @UnixTime({ description: 'When the data was read.' })
  at: Date;

  @OneOf({ description: 'Who read the data.', values: READER_KINDS, name: 'ReaderKind' })
  actorKind: string;

  @Text({
    description: 'ID of the user, API key, OAuth application or operator.',
    example: 'usr_0mh2k3l4p9f1c2d3e4b5a6978',
  })
  actorId: string;

  @OneOf({ description: 'What was done.', values: ACCESS_ACTIONS, name: 'AccessAction' })
  action: string;

  @Text({ description: 'ID of the record.', example: 'eu_0mh2k3l4p9f1c2d3e4b5a6978' })
  resourceId: string;
}
