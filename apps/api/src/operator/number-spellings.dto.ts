import type { SortOrder } from '@trunkline/kernel';
import { Id, PageQuery, QueryOneOf, QueryOrder, Text, UnixTime } from '../http';

export class NumberSpellingDto {
  @Id({ description: 'ID of the entry.', prefix: 'nsp' })
  id: string;

  @Id({
    description: 'Account that owns the resource; null for carriers and rate decks.',
    prefix: 'acc',
    nullable: true,
  })
  accountId: string | null;

  @Text({
    description: 'ID of the resource: a number, trunk, routing target, carrier or rate deck.',
    example: 'car_0mh2k3l4p9f1c2d3e4b5a6978',
  })
  subject: string;

  @Text({ description: 'Member of the resource.', example: 'prefixes' })
  field: string;

  @Text({ description: 'The number or prefix as it is stored.', example: '+490' })
  value: string;

  @Text({
    description: 'Its canonical form; null if no numbering plan contains the number.',
    example: '+49',
    nullable: true,
  })
  canonical: string | null;

  @UnixTime({ description: 'When the migration found it.' })
  foundAt: Date;
}

export class ListNumberSpellingsQuery extends PageQuery {
  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  accountId?: string;

  @QueryOneOf({ description: 'Sort key.', default: 'found_at', values: ['found_at'] })
  sort?: 'found_at';

  @QueryOrder()
  order?: SortOrder;
}
