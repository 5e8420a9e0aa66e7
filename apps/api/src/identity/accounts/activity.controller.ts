import { Controller, Get } from '@nestjs/common';
import { ActorNames, type Page, type Principal } from '@trunkline/kernel';
import { ActivityLog } from '@trunkline/platform';
import { EdgeErrors, Endpoint, ListQuery, mapPage, pageOfQuery, Tag, Who } from '../../http';
import { ActivityDto, ListActivityQuery, toActivityDto } from './activity.dto';

@Tag('Account')
@Controller('v1/activity')
export class ActivityController {
  constructor(
    private readonly log: ActivityLog,
    private readonly names: ActorNames,
  ) {}

  @Get()
  @Endpoint({
    id: 'activity.list',
    summary: 'List activity',
    description:
      'Changes of the account’s resources in the last 400 days, newest first, for owners and admins. Values of secrets and ' +
      'personal data are left out.',
    access: 'account:read',
    credentials: ['session', 'key'],
    page: ActivityDto,
  })
  async list(@Who() { accountId, role }: Principal, @ListQuery() query: ListActivityQuery): Promise<Page<ActivityDto>> {
    if (role !== 'owner' && role !== 'admin') {
      throw EdgeErrors.forbidden({ message: 'Only owners and admins of the account may read its activity.' });
    }
    const { actor, action, resource, from, to } = query;
    const filter = { actor, action, resource, from, to };
    const page = await this.log.list(accountId, filter, pageOfQuery(query, 'at'));
    return mapPage(this.names.named(accountId, page), toActivityDto);
  }
}
