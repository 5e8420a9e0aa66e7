import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import { containing, type Database, readPage, spelledLike } from '@trunkline/platform';
import { type WebrtcUserRepository, type WebrtcUserFilters, type WebrtcUserView } from '../../application/webrtc/ports';
import type { RouteSort } from '../../application/trunks/ports';
import type { WebrtcStatus, WebrtcUser } from '../../domain/webrtc/webrtc-user';
import { routeStatus, withUniqueName } from '../routes';
import { WebrtcUserSchema } from '../schema';
import { ROUTE_SORTS } from '../trunks/trunk-queries';

const NAME_INDEX = 'webrtc_users_name';

export class StoredWebrtcUsers implements WebrtcUserRepository {
  constructor(private readonly db: Database) {}

  add(user: WebrtcUser): Promise<void> {
    return withUniqueName(NAME_INDEX, () => this.db.manager.insert(WebrtcUserSchema, user));
  }

  save(user: WebrtcUser): Promise<void> {
    return withUniqueName(NAME_INDEX, () => this.db.manager.save(WebrtcUserSchema, user));
  }

  async remove({ id }: WebrtcUser): Promise<void> {
    await this.db.manager.delete(WebrtcUserSchema, { id });
  }

  find(accountId: string, id: string): Promise<WebrtcUser | null> {
    return this.db.manager.findOneBy(WebrtcUserSchema, { id, accountId });
  }

  async lock(accountId: string, id: string): Promise<WebrtcUser> {
    const lock = { mode: 'pessimistic_write' } as const;
    const user = await this.db.manager.findOne(WebrtcUserSchema, { where: { id, accountId }, lock });
    if (!user) throw CommonErrors.not_found();
    return user;
  }

  status(accountId: string, id: string): Promise<WebrtcStatus | null> {
    return routeStatus<WebrtcStatus>(this.db, 'voice.webrtc_users', [id, accountId]);
  }

  list(
    accountId: string,
    { statuses, q }: WebrtcUserFilters,
    page: PageRequest<RouteSort>,
  ): Promise<Page<WebrtcUserView>> {
    const statement = {
      select: `SELECT r.id, r.account_id AS "accountId", r.name, r.status, r.default_caller_id AS "defaultCallerId",
        r.created_at AS "createdAt", r.updated_at AS "updatedAt" FROM voice.webrtc_users r`,
      where: [`r.account_id = $1`, `r.status = ANY($2)`, `($3::text[] IS NULL OR ${spelledLike('r.name', '$3')})`],
      values: [accountId, statuses, q && containing(q)],
      key: ROUTE_SORTS[page.sort],
      id: 'r.id',
    };
    return readPage<WebrtcUserView>(this.db, statement, page);
  }
}
