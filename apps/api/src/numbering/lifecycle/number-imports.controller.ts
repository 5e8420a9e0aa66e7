import { Controller, Post, Query } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { actorOf, ImportNumbers, type NumberFile, NumberFileReader } from '@trunkline/numbering';
import { Endpoint, OperationId, Otherwise, ReadsCsv, Tag, UploadedLines, Who } from '../../http';
import { ImportNumbersQuery, NumberImportCheckDto, NumberImportForm, toImportCheckDto } from './number-imports.dto';
import { NumberJobDto } from './number-jobs.dto';

const BYTES_MAX = 4_194_304;

/** Changes numbers as a file describes them. */
@Tag('Numbers')
@Controller('v1/numbers/import')
export class NumberImportsController {
  constructor(private readonly imports: ImportNumbers) {}

  @Post()
  @ReadsCsv(NumberFileReader, BYTES_MAX)
  @Endpoint({
    id: 'numbers.import',
    summary: 'Import numbers from a file',
    description:
      'Creates a job that sets the labels, tags, notes and routes of your numbers from a CSV file of at most 4 MiB and 10,000 ' +
      'numbers. The first line names the columns, in any order: `e164` and at least one of `label`, `tags` (comma-separated), `notes`, ' +
      '`trunk` and `routing_profile` (name or ID). An empty cell clears the value; a value without a column is kept. ' +
      'CSV files of `GET /v1/numbers` and of exports are accepted: other columns of theirs are ignored. With `dry_run`, ' +
      'the file is only checked. A file with faults is rejected with 422, which names the first 20 by line and column. Send the file as ' +
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
    @UploadedLines() file: NumberFile,
  ): Promise<NumberJobDto | Otherwise> {
    const { accountId } = who;
    if (dryRun) return new Otherwise(toImportCheckDto(file, await this.imports.check(accountId, file)));
    return this.imports.import({ accountId, actor: actorOf(who), operationId }, file);
  }
}
