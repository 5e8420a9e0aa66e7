import type { Activity, ActivityFilter, ActorNames, NamedActor, Page, PageRequest } from '@trunkline/kernel';

export interface ActivityView extends Omit<Activity, 'actorKind' | 'actorId'> {
  readonly actor: NamedActor;
}

export abstract class RecordedActivity {
  abstract list(accountId: string, filter: ActivityFilter, page: PageRequest<'at'>): Promise<Page<Activity>>;
}

/** Reads the changes of an account's resources. See docs/activity.md. */
export class AccountActivity {
  constructor(
    private readonly recorded: RecordedActivity,
    private readonly names: ActorNames,
  ) {}

  async list(accountId: string, filter: ActivityFilter, request: PageRequest<'at'>): Promise<Page<ActivityView>> {
    const page = await this.recorded.list(accountId, filter, request);
    const actors = page.items.map(({ actorKind: kind, actorId: id }) => ({ kind, id }));
    const named = await this.names.named(accountId, actors);
    const items = page.items.map(({ actorKind: kind, actorId: id, ...entry }, index) => {
      const actor = named[index] ?? { kind, id, name: null };
      // The address of an operator is not the customer's business.
      return { ...entry, actor, ip: kind === 'operator' ? null : entry.ip };
    });
    return { ...page, items };
  }
}
