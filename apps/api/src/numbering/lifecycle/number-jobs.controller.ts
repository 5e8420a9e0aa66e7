import { Body, Controller, Get, Post } from '@nestjs/common';
import { may, type Page, type Principal } from '@trunkline/kernel';
import { actorOf, type NumberFilters, NumberJobs } from '@trunkline/numbering';
import { readFilters } from '../../exports/export-filters';
import { EdgeErrors, Endpoint, ListQuery, OperationId, pageOfQuery, PathId, Tag, Who } from '../../http';
import {
  assertSelection,
  CreateNumberJobDto,
  ListJobItemsQuery,
  ListNumberJobsQuery,
  numberChangeOf,
  NumberJobDto,
  NumberJobItemDto,
  type SelectNumbersDto,
} from './number-jobs.dto';

/** Changes many numbers at once. */
@Tag('Numbers')
@Controller('v1/numbers/jobs')
export class NumberJobsController {
  constructor(private readonly jobs: NumberJobs) {}

  @Post()
  @Endpoint({
    id: 'numbers.jobs.create',
    summary: 'Change many numbers',
    description:
      'Changes numbers in the background, each as the operation on a single number does. A number that cannot be changed has ' +
      '`ok` false; the others are changed. The numbers are selected when the job is created. An account can have 2 jobs that are ' +
      'pending or running. Jobs are kept for 30 days after they ended. To retry safely, repeat the request with the same `Idempotency-Key`.',
    access: 'numbers:write',
    status: 202,
    answer: NumberJobDto,
    fails: ['conflict', 'job_limit_reached', 'trunk_not_active', 'routing_profile_not_active'],
    idempotency: 'operation',
  })
  async create(
    @Who() who: Principal,
    @OperationId() operationId: string,
    @Body() body: CreateNumberJobDto,
  ): Promise<NumberJobDto> {
    assertSelection(body.select);
    const change = numberChangeOf(body.change);
    if (change.complianceBundleId !== undefined && !may(who, 'compliance:read')) {
      throw EdgeErrors.forbidden({ message: 'A compliance bundle can only be attached with `compliance:read`.' });
    }
    const { accountId } = who;
    const selection = await selectionOf(body.select);
    const expectedCount = body.select.expectedCount ?? null;
    return this.jobs.create({ accountId, actor: actorOf(who), operationId, selection, change, expectedCount });
  }

  @Get()
  @Endpoint({
    id: 'numbers.jobs.list',
    summary: 'List jobs',
    description: 'Newest first.',
    access: 'numbers:read',
    page: NumberJobDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListNumberJobsQuery): Promise<Page<NumberJobDto>> {
    return this.jobs.list(accountId, pageOfQuery(query, 'created_at'));
  }

  @Get(':id')
  @Endpoint({
    id: 'numbers.jobs.get',
    summary: 'Read a job',
    description: 'Returns a job with the counts of its numbers at this moment.',
    access: 'numbers:read',
    answer: NumberJobDto,
  })
  get(@Who() { accountId }: Principal, @PathId() id: string): Promise<NumberJobDto> {
    return this.jobs.get({ accountId, id });
  }

  @Get(':id/items')
  @Endpoint({
    id: 'numbers.items.list',
    summary: 'List the numbers of a job',
    description: 'Returns the outcome of each number, in the order of the job.',
    access: 'numbers:read',
    page: NumberJobItemDto,
  })
  items(
    @Who() { accountId }: Principal,
    @PathId() id: string,
    @ListQuery() query: ListJobItemsQuery,
  ): Promise<Page<NumberJobItemDto>> {
    return this.jobs.items({ accountId, id }, query.ok, pageOfQuery(query, 'position', 'asc'));
  }

  @Post(':id/cancel')
  @Endpoint({
    id: 'numbers.jobs.cancel',
    summary: 'Cancel a job',
    description:
      'Ends a job: no other number is changed after the response. Those that were changed stay so. Returns 409 `invalid_state` for a ' +
      'job that has ended.',
    access: 'numbers:write',
    status: 200,
    answer: NumberJobDto,
    fails: ['invalid_state'],
  })
  cancel(@Who() { accountId }: Principal, @PathId() id: string): Promise<NumberJobDto> {
    return this.jobs.cancel({ accountId, id });
  }
}

async function selectionOf({ e164s, filter = {} }: SelectNumbersDto) {
  if (e164s) return { e164s };
  return { filter: (await readFilters('numbers', filter, 'select.filter')) as NumberFilters };
}
