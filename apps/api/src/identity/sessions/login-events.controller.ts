import { Controller, Get } from '@nestjs/common';
import { LoginEvents } from '@trunkline/identity';
import type { Page, Principal } from '@trunkline/kernel';
import { ListQuery, Endpoint, pageOfQuery, Who, Tag } from '../../http';
import { filterOf, ListLoginEventsQuery, LoginEventDto } from './login-events.dto';

@Tag('Sessions')
@Controller('v1/auth/login-events')
export class LoginEventsController {
  constructor(private readonly history: LoginEvents) {}

  @Get()
  @Endpoint({
    id: 'auth.loginEvents.list',
    summary: 'List login events',
    description:
      'Returns your attempts to sign up or sign in, across accounts, newest first. Events are kept for 400 days. Except for the first one, a success with a new device or from a new country is reported by email.',
    access: [],
    credentials: ['session'],
    page: LoginEventDto,
  })
  list(@Who() { userId }: Principal, @ListQuery() query: ListLoginEventsQuery): Promise<Page<LoginEventDto>> {
    return this.history.list(userId, filterOf(query), pageOfQuery(query, 'ts'));
  }
}
