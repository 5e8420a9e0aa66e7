import { Controller, Get, Post } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { RegistrationRepository, RetryRegistration } from '@trunkline/numbering';
import { ListQuery, Endpoint, pageOfQuery, PathId, Tag } from '../../http';
import { Operator } from '../operator.param';
import { ListRegistrationsQuery, RegistrationDto, registrationFiltersOf } from './registrations.dto';

@Tag('Registrations')
@Controller('operator/registrations')
export class RegistrationsController {
  constructor(
    private readonly registrations: RegistrationRepository,
    private readonly retryRegistration: RetryRegistration,
  ) {}

  @Get()
  @Endpoint({
    id: 'registrations.list',
    summary: 'List registrations of numbers',
    description:
      'Returns the registrations of end users with the suppliers of their numbers, newest first. Those that failed wait for ' +
      'a retry.',
    access: 'operator',
    page: RegistrationDto,
  })
  list(@ListQuery() query: ListRegistrationsQuery): Promise<Page<RegistrationDto>> {
    return this.registrations.list(registrationFiltersOf(query), pageOfQuery(query, 'created_at'));
  }

  @Post(':id/retry')
  @Endpoint({
    id: 'registrations.retry',
    summary: 'Retry a registration',
    description:
      'Starts a failed, rejected or revoked registration again; a worker continues it within a minute. What the supplier has received ' +
      'is not sent again. Returns 409 for any other status. Audited as `registration.retry`.',
    access: 'operator',
    status: 200,
    answer: RegistrationDto,
    fails: ['invalid_state'],
  })
  retry(@Operator() operator: string, @PathId() id: string): Promise<RegistrationDto> {
    return this.retryRegistration.retry(id, operator);
  }
}
