import type { ActorNames, ActorKind, NamedActor, Page, PageRequest } from '@trunkline/kernel';

/** Filters of a list. Undefined members match everything. */
export interface ActivityFilter {
  /** An actor's id or kind. */
  readonly actor?: string;
  readonly action?: string;
  /** A resource's id or kind. */
  readonly resource?: string;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** One field of a resource, as the API spells it. */
export interface ActivityChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly redacted?: boolean;
}

/** The change of one resource. */
export interface Activity {
  readonly id: string;
  readonly at: Date;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly ip: string | null;
  readonly requestId: string | null;
  readonly action: string;
  readonly resourceKind: string;
  readonly resourceId: string;
  readonly resourceName: string | null;
  readonly changes: readonly ActivityChange[];
}

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
