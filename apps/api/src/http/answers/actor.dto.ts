import { ACTOR_KINDS, type ActorKind } from '@trunkline/kernel';
import { OneOf, Text } from '../fields/fields';

/** The members of an actor, which each say whose they are. */
export const ACTOR_KIND = { values: ACTOR_KINDS, name: 'ActorKind' };
export const ACTOR_ID = { example: 'usr_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true, max: 64 };

/** Who made a change. */
export class ActorDto {
  @OneOf({ ...ACTOR_KIND, description: 'Kind of actor.' })
  kind: ActorKind;

  @Text({ ...ACTOR_ID, description: 'ID of the user or API key, or client ID of the application.' })
  id: string | null;

  @Text({
    description: 'Current name of the user, API key or application.',
    example: 'Ada Lovelace',
    nullable: true,
  })
  name: string | null;
}
