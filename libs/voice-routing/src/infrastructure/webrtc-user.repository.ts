import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database } from '@trunkline/platform';
import type { WebrtcUserFilters, WebrtcUserRepository, WebrtcUserView } from '../application/webrtc/ports';
import type { RouteSort } from '../application/trunks/ports';
import type { WebrtcUser } from '../domain/webrtc-user';
import { listOfRoutes, uniqueName } from './routes';
import { WebrtcUserSchema } from './schema';

const OF_ACCOUNT = 'id = $1 AND account_id = $2';
const nameInUse = uniqueName('webrtc_users_name');

export class StoredWebrtcUsers implements WebrtcUserRepository {
  constructor(private readonly db: Database) {}

  add(user: WebrtcUser): Promise<void> {
    return this.db.table(WebrtcUserSchema).add(user, nameInUse);
  }

  save(user: WebrtcUser): Promise<void> {
    return this.db.table(WebrtcUserSchema).save(user, nameInUse);
  }

  remove({ id }: WebrtcUser): Promise<void> {
    return this.db.write('DELETE FROM voice.webrtc_users WHERE id = $1', [id]);
  }

  find(accountId: string, id: string): Promise<WebrtcUser | null> {
    return this.db.table(WebrtcUserSchema).find(OF_ACCOUNT, [id, accountId]);
  }

  get(accountId: string, id: string): Promise<WebrtcUser> {
    return this.db.table(WebrtcUserSchema).get(OF_ACCOUNT, [id, accountId]);
  }

  lock(accountId: string, id: string): Promise<WebrtcUser> {
    return this.db.table(WebrtcUserSchema).get(`${OF_ACCOUNT} FOR UPDATE`, [id, accountId]);
  }

  list(accountId: string, filters: WebrtcUserFilters, page: PageRequest<RouteSort>): Promise<Page<WebrtcUserView>> {
    const select = `SELECT ${columnsOf(WebrtcUserSchema, undefined, 'r')} FROM voice.webrtc_users r`;
    return this.db.page<WebrtcUserView>(listOfRoutes(select, accountId, filters, page.sort), page);
  }
}
