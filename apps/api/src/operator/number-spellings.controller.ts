import { Controller, Delete, Get } from '@nestjs/common';
import { NumberSpellings } from '@trunkline/platform';
import { ListQuery, DeletedResourceDto, Endpoint, pageOfQuery, PathId, Tag } from '../http';
import { Operator } from './operator.param';
import { ListNumberSpellingsQuery, NumberSpellingDto } from './number-spellings.dto';

@Tag('Number spellings')
@Controller('operator/number-spellings')
export class NumberSpellingsController {
  constructor(private readonly spellings: NumberSpellings) {}

  @Get()
  @Endpoint({
    id: 'numberSpellings.list',
    summary: 'List numbers in other spellings',
    description:
      'Returns numbers and prefixes that a migration found in another form than the canonical one, and did not change because ' +
      'it is not certain what they mean. Calls do not match them. Correct each at its resource, then delete the entry. Newest ' +
      'first.',
    access: 'operator',
    page: NumberSpellingDto,
  })
  list(@ListQuery() query: ListNumberSpellingsQuery) {
    return this.spellings.list(query.accountId, pageOfQuery(query, query.sort ?? 'found_at'));
  }

  @Delete(':id')
  @Endpoint({
    id: 'numberSpellings.delete',
    summary: 'Delete an entry',
    description: 'Changes nothing but the list. Audited as `number_spelling.delete`.',
    access: 'operator',
    answer: DeletedResourceDto,
  })
  async remove(@Operator() operator: string, @PathId() id: string): Promise<DeletedResourceDto> {
    await this.spellings.remove(id, operator);
    return { id, deleted: true };
  }
}
