import { Controller, Get, Query } from '@nestjs/common';
import { LoginEvents } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Cursors, Endpoint, type PageAnswer, pageOfDto, Who, Tag } from '../../http';
import { filterOf, ListLoginEventsQuery, LoginEventDto, toLoginEventDto } from './login-events.dto';

@Tag('Sessions')
@Controller('v1/auth/login-events')
export class LoginEventsController {
  constructor(
    private readonly history: LoginEvents,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'auth.loginEvents.list',
    summary: 'List login events',
    description:
      'Returns your attempts to sign up or sign in, across accounts, newest first. Events are kept for 400 days. Except for the first one, a success with a new device or from a new country is reported by email.',
    access: [],
    credentials: ['session'],
    answer: pageOfDto(LoginEventDto),
  })
  list(@Who() { userId }: Principal, @Query() query: ListLoginEventsQuery): Promise<PageAnswer<LoginEventDto>> {
    return this.cursors.page(
      { query, scope: userId, sort: 'ts' },
      (page) => this.history.list(userId, filterOf(query), page),
      toLoginEventDto,
    );
  }
}
