import { ACTOR_KINDS, type ActorKind } from '@trunkline/kernel';
import { OneOf, Text } from '../fields/fields';

const ID_MAX = 100;

/** Who made a change. */
export class ActorDto {
  @OneOf({
    description: 'Kind of actor.',
    values: ACTOR_KINDS,
    name: 'ActorKind',
  })
  kind: ActorKind;

  @Text({
    description: 'ID of the user or API key, or client ID of the application.',
    example: 'usr_0mh2k3l4p9f1c2d3e4b5a6978',
    nullable: true,
    max: ID_MAX,
  })
  id: string | null;

  @Text({
    description: 'Current name of the user, API key or application.',
    example: 'Ada Lovelace',
    nullable: true,
  })
  name: string | null;
}
