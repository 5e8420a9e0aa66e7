import type { Transactor } from '@trunkline/kernel';
import { GroupedCalls } from '../database/pool/grouped-calls';
import type { Log } from '../observability/log';
import type { DeliveryRef } from './delivery-jobs';
import type { Delivery, EventDeliveries } from './event-deliveries';
import type { Subscription, Subscriptions } from './subscriptions';

/** Events of all lanes of a group in one transaction. */
const BATCH = 200;

/** The number of events of a lane that were handled, or null if the lane must be handled alone. */
type Handled = number | null;

/**
 * Handles the first events of lanes that wait at the same time in one transaction, for subscribers that span accounts: most
 * lanes have one event at a time, for which a transaction of its own costs several times as much. A group waits for no lock
 * of one lane longer than 100 ms. If it fails, its lanes are handled alone, so that they do not affect each other.
 */
export class LaneGroups {
  private readonly groups = new Map<string, GroupedCalls<string, Handled>>();

  constructor(
    private readonly tx: Transactor,
    private readonly deliveries: EventDeliveries,
    private readonly subscriptions: Subscriptions,
    private readonly log: Log,
  ) {}

  /** Returns how many of the first events of the lane were handled, or null if the lane must be handled alone. */
  async deliver({ subscriber, accountId }: DeliveryRef): Promise<Handled> {
    if (!this.subscriptions.spansAccounts(subscriber)) return null;
    let group = this.groups.get(subscriber);
    if (!group) {
      group = new GroupedCalls((accountIds: readonly string[]) => this.deliverAll(subscriber, accountIds));
      this.groups.set(subscriber, group);
    }
    return group.run(accountId);
  }

  private async deliverAll(subscriber: string, accountIds: readonly string[]): Promise<Handled[]> {
    const lanes = [...new Set(accountIds)];
    try {
      const handled = await this.tx.run(() => this.handleFirst(subscriber, lanes));
      return accountIds.map((accountId) => handled.get(accountId) ?? null);
    } catch (error) {
      if (lanes.length > 1)
        this.log.warn(
          { err: error, subscriber, lanes: lanes.length },
          'a group of lanes failed: each is handled alone',
        );
      return accountIds.map(() => null);
    }
  }

  private async handleFirst(subscriber: string, accountIds: readonly string[]): Promise<Map<string, Handled>> {
    const limit = Math.ceil(BATCH / accountIds.length);
    const lanes = await this.deliveries.lockLanes(subscriber, accountIds, limit);
    const handleAll = this.handlerOf([...lanes.values()].flatMap((its) => its ?? []));
    // The others fail here, or may fail again, and must not fail the group.
    const mayShare = ({ attempts, event }: Delivery) =>
      attempts === 0 && this.subscriptions.find(event.type, subscriber)?.handleAll === handleAll;
    const isShared = (its: readonly Delivery[]) => its.length === 0 || (handleAll && its.every(mayShare));
    const shared = [...lanes].flatMap(([accountId, its]) => (its && isShared(its) ? [{ accountId, its }] : []));
    const batch = shared.flatMap(({ its }) => its);
    if (handleAll && batch.length > 0) {
      await handleAll(batch.map(({ event }) => event));
      await this.deliveries.doneAll(batch);
    }
    return new Map(shared.map(({ accountId, its }) => [accountId, its.length]));
  }

  private handlerOf(batch: readonly Delivery[]): Subscription['handleAll'] {
    const found = batch.map(({ event, subscriber }) => this.subscriptions.find(event.type, subscriber));
    return found.find((each) => each?.spansAccounts)?.handleAll;
  }
}
