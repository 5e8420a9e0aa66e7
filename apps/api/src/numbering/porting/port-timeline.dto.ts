import { lists, type PortComment } from '@trunkline/numbering';
import {
  ACTOR_ID,
  ACTOR_KIND,
  ActorDto,
  AnyObject,
  Id,
  Nested,
  OneOf,
  PageQuery,
  QueryOrder,
  Text,
  UnixTime,
} from '../../http';
import type { SortOrder } from '@trunkline/kernel';

const COMMENT_MAX = 2000;

export class PortEventDto {
  @Id({ description: 'ID of the entry.', prefix: 'pev' })
  id: string;

  @UnixTime({ description: 'When it happened.' })
  at: Date;

  @OneOf({ ...ACTOR_KIND, description: 'Who did it.' })
  actorKind: string;

  @Text({ ...ACTOR_ID, description: 'ID of the user, API key or application; null for the operator and the system.' })
  actorId: string | null;

  @Nested(() => ActorDto, { description: 'Who made the change, by the current name.' })
  actor: ActorDto;

  @OneOf({ description: 'What happened.', values: lists.PORT_ACTIONS, name: 'PortAction' })
  action: string;

  @AnyObject({ description: 'Previous values.', example: { status: 'in_process' } })
  from: object;

  @AnyObject({ description: 'New values.', example: { status: 'foc_confirmed', foc_at: 1_798_761_600 } })
  to: object;
}

export class PortCommentDto {
  @Id({ description: 'ID of the comment.', prefix: 'pcm' })
  id: string;

  @OneOf({ ...ACTOR_KIND, description: 'Who wrote it.' })
  authorKind: string;

  @Text({ ...ACTOR_ID, description: 'ID of the user, API key or application; null for the operator.' })
  authorId: string | null;

  @Text({ description: 'The text.', example: 'The invoice is on its way.', max: COMMENT_MAX, lines: true })
  body: string;

  @UnixTime({ description: 'When it was written.' })
  createdAt: Date;
}

export class AddPortCommentBody {
  @Text({ description: 'The text.', example: 'The invoice is on its way.', max: COMMENT_MAX, lines: true })
  body: string;
}

export class ListPortTimelineQuery extends PageQuery {
  @QueryOrder()
  order?: SortOrder;
}

/** Leaves out the ID of an operator: customers do not learn which operator wrote the comment. */
export function toPortCommentDto({ id, authorKind, authorId, body, createdAt }: PortComment): PortCommentDto {
  return { id, authorKind, authorId: authorKind === 'operator' ? null : authorId, body, createdAt };
}
