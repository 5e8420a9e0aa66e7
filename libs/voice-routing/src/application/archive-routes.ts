import { DomainError, type Page, type PageRequest } from '@trunkline/kernel';
import type { ArchiveRequest, ArchiveRoutingProfile, ArchiveSipTrunk } from './trunks/archive-sip-trunk';
import type { ProfileQueries, RouteSort, TrunkQueries } from './ports';

const PAGE: PageRequest<RouteSort> = { limit: 100, sort: 'created_at', order: 'asc', after: null };
const LIVE = { statuses: ['active', 'disabled'], q: null } as const;

interface Archive {
  execute(request: ArchiveRequest): Promise<unknown>;
}

/**
 * Archives everything that calls of an account could be routed to, when the account ends. Safe to repeat, and to run on
 * several workers: each trunk and profile is a transaction of its own.
 */
export class ArchiveRoutes {
  constructor(
    private readonly trunks: TrunkQueries,
    private readonly profiles: ProfileQueries,
    private readonly archiveTrunk: ArchiveSipTrunk,
    private readonly archiveProfile: ArchiveRoutingProfile,
  ) {}

  async archiveAll(accountId: string): Promise<void> {
    const [trunks, profiles] = [this.trunks, this.profiles];
    // Trunks disable the targets that point to them, so they go before the profiles that hold those.
    await archiveEach(accountId, () => trunks.list(accountId, LIVE, PAGE), this.archiveTrunk);
    await archiveEach(
      accountId,
      () => profiles.list(accountId, { ...LIVE, strategies: null }, PAGE),
      this.archiveProfile,
    );
  }
}

/** What is archived leaves the list, so the first page is always the next one. */
async function archiveEach(
  accountId: string,
  list: () => Promise<Page<{ readonly id: string }>>,
  archive: Archive,
): Promise<void> {
  for (;;) {
    const { items } = await list();
    if (items.length === 0) return;
    for (const { id } of items) await archiveOne({ accountId, id, isForced: true }, archive);
  }
}

/** Another worker may have been at it since it was listed: archived is what it was to become. */
async function archiveOne(request: ArchiveRequest, archive: Archive): Promise<void> {
  try {
    await archive.execute(request);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid_state') throw error;
  }
}
