import { Controller, Post, Query, UseInterceptors } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { actorOf, ImportNumbers, type NumberFile } from '@trunkline/numbering';
import { Endpoint, OperationId, Otherwise, Tag, Who } from '../../http';
import { NumberFileInterceptor, UploadedNumbers } from './number-file.interceptor';
import { ImportNumbersQuery, NumberImportCheckDto, NumberImportForm, toImportCheckDto } from './number-imports.dto';
import { NumberJobDto } from './number-jobs.dto';

/** Changes numbers as a file describes them. */
@Tag('Numbers')
@Controller('v1/numbers/import')
export class NumberImportsController {
  constructor(private readonly imports: ImportNumbers) {}

  @Post()
  @UseInterceptors(NumberFileInterceptor)
  @Endpoint({
    id: 'numbers.import',
    summary: 'Import numbers from a file',
    description:
      'Sets labels, tags, notes and routes of your numbers as a CSV file has them, in a job: at most 4 MiB and 10,000 numbers. The ' +
      'first line names the columns, in any order: `e164`, and one or more of `label`, `tags` (with commas between them), `notes`, `trunk` ' +
      'and `routing_profile` (names or IDs). An empty cell clears the value; values without a column are kept. With `dry_run`, the file ' +
      'is checked only. A file with faults changes nothing: 422 names the first ones by line and column. Send the file as ' +
      '`multipart/form-data`, or as `text/csv` with `dry_run` in the query. To retry safely, repeat the request with the same ' +
      '`Idempotency-Key`.',
    access: 'numbers:write',
    status: 202,
    answer: NumberJobDto,
    otherwise: {
      status: 200,
      answer: NumberImportCheckDto,
      description: 'With `dry_run`: what the import would change.',
    },
    csvForm: NumberImportForm,
    fails: ['job_limit_reached'],
    idempotency: 'operation',
  })
  async import(
    @Who() who: Principal,
    @OperationId() operationId: string,
    @Query() { dryRun = false }: ImportNumbersQuery,
    @UploadedNumbers() file: NumberFile,
  ): Promise<NumberJobDto | Otherwise> {
    const { accountId } = who;
    if (dryRun) return new Otherwise(toImportCheckDto(file.lines, await this.imports.check(accountId, file)));
    return this.imports.import({ accountId, actor: actorOf(who), operationId }, file);
  }
}
