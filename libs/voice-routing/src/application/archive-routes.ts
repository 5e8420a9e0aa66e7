import { DomainError, type Page, type PageRequest } from '@trunkline/kernel';
import type { ArchiveRequest } from './archive-request';
import type { RoutingProfiles } from './profiles/routing-profiles';
import type { RouteSort, TrunkQueries } from './trunks/ports';
import type { SipTrunks } from './trunks/sip-trunks';
import type { WebrtcUserRepository } from './webrtc/ports';
import type { WebrtcUsers } from './webrtc/webrtc-users';

const PAGE: PageRequest<RouteSort> = { limit: 100, sort: 'created_at', order: 'asc', after: null };
/** The errors about what another worker has archived or deleted. */
const GONE: readonly string[] = ['invalid_state', 'not_found'];
const LIVE = { statuses: ['active', 'disabled'], q: null } as const;

interface Archives {
  archive(request: ArchiveRequest): Promise<unknown>;
}

/**
 * Archives all trunks and profiles of an account, and deletes its WebRTC users, when the account is closed. Safe to repeat and to run on several workers:
 * each trunk and profile is archived in its own transaction.
 */
export class ArchiveRoutes {
  constructor(
    private readonly trunks: SipTrunks,
    private readonly trunkQueries: TrunkQueries,
    private readonly profiles: RoutingProfiles,
    private readonly users: WebrtcUsers,
    private readonly userStore: WebrtcUserRepository,
  ) {}

  async archiveAll(accountId: string): Promise<void> {
    // Archiving a trunk disables its targets, so trunks and users come before the profiles.
    await archiveEach(accountId, () => this.trunkQueries.list(accountId, LIVE, PAGE), this.trunks);
    const users = { archive: (request: ArchiveRequest) => this.users.delete(request) };
    await archiveEach(accountId, () => this.userStore.list(accountId, LIVE, PAGE), users);
    const filters = { ...LIVE, strategies: null };
    await archiveEach(accountId, () => this.profiles.list(accountId, filters, PAGE), this.profiles);
  }
}

/** Reads the first page repeatedly: archived items leave the list. */
async function archiveEach(
  accountId: string,
  list: () => Promise<Page<{ readonly id: string }>>,
  resource: Archives,
): Promise<void> {
  for (;;) {
    const { items } = await list();
    if (items.length === 0) return;
    for (const { id } of items) await archiveOne({ accountId, id, isForced: true }, resource);
  }
}

/** Ignores items that another worker has archived since they were listed. */
async function archiveOne(request: ArchiveRequest, resource: Archives): Promise<void> {
  try {
    await resource.archive(request);
  } catch (error) {
    if (!(error instanceof DomainError) || !GONE.includes(error.code)) throw error;
  }
}
