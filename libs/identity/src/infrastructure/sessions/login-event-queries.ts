import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import type { LoginEventFilter, LoginEventQueries, LoginEventView } from '../../application/sessions/ports';
import { LoginEventSchema } from '../schema';

const COLUMNS = columnsOf(LoginEventSchema, [
  'id',
  'outcome',
  'method',
  'ip',
  'ipCountry',
  'userAgent',
  'isNewDevice',
  'isNewLocation',
  'fraudDecision',
  'at',
]);

export class LoginEventReads implements LoginEventQueries {
  constructor(private readonly db: Database) {}

  list(userId: string, filter: LoginEventFilter, page: PageRequest<'ts'>): Promise<Page<LoginEventView>> {
    const { outcomes, methods, isNewDevice, from, to } = filter;
    const where = new Where()
      .require('user_id = ?', userId)
      .add('at >= ?', from)
      .add('at < ?', to)
      .anyOf('outcome', outcomes)
      .anyOf('method', methods)
      .add('is_new_device = ?', isNewDevice);
    const select = `SELECT ${COLUMNS} FROM identity.login_events`;
    return this.db.page({ select, where, by: ['at', 'id'], of: ({ at, id }) => [at, id] }, page);
  }
}
