import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { afterAnswer, afterReports, isOpen, isToBeSent, moneyOf } from '../../domain/delivery';
import type { Message } from '../../domain/message';
import { statusEventOf } from '../../domain/message-events';
import type { CarrierRoutes } from '../carriers/ports';
import type { MessageCharges } from '../messages/message-charges';
import { partsOf } from './part-records';
import type { AnswerFact, DeliveryFact, DeliveryStore } from './ports';

/**
 * Applies what carriers say to messages: status, charge or release, and event, in one transaction for many. Safe to repeat.
 * See docs/messages.md#receipts.
 */
export class SettleDelivery {
  constructor(
    private readonly tx: Transactor,
    private readonly store: DeliveryStore,
    private readonly routes: CarrierRoutes,
    private readonly charges: MessageCharges,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  async settle(facts: readonly DeliveryFact[]): Promise<void> {
    const routesOf = await this.routesOf(facts);
    const answers = new Map(facts.flatMap((fact) => (fact.kind === 'answer' ? [[fact.messageId, fact]] : [])));
    await this.tx.run(async () => {
      const now = this.clock.now();
      const parts = partsOf(facts, now);
      const ofParts = parts.length > 0 ? await this.store.recordParts(parts, now) : [];
      const ids = [...new Set([...answers.keys(), ...ofParts])];
      await this.change(ids, (message, states) => {
        const answer = answers.get(message.id);
        const isAnswered = answer !== undefined && isOf(message, answer);
        const answered = isAnswered ? afterAnswer(message, answer.outcome, routesOf.get(answer) ?? [], now) : message;
        return afterReports(answered, states, now);
      });
    });
  }

  /** Changes messages, moves their money and announces their new status. Joins the transaction around it. */
  change(ids: readonly string[], changed: (message: Message, parts: WatchedParts) => Message): Promise<number> {
    return this.tx.run(async () => {
      const found = ids.length > 0 ? await this.store.lock(ids) : [];
      const changes = found.flatMap(({ message: before, parts }) => {
        const after = changed(before, parts);
        return after === before ? [] : [{ before, after }];
      });
      if (changes.length === 0) return 0;
      await this.store.save(changes.map(({ after }) => after));
      const gone = changes.filter(({ before, after }) => isToBeSent(before) && !isToBeSent(after));
      // Before the wallets are locked.
      if (gone.length > 0) await this.store.makeNextDue(gone.map(({ after }) => after));
      const settled = (money: 'charge' | 'release') =>
        changes.filter(({ before, after }) => moneyOf(before, after) === money).map(({ after }) => after);
      await this.charges.settle({ charged: settled('charge'), released: settled('release') });
      const moved = changes.filter(({ before, after }) => before.status !== after.status);
      await this.events.publishAll(moved.map(({ after }) => statusEventOf(after)));
      return changes.length;
    });
  }

  /** Routes are read before the transaction, for the answers after which another carrier is offered the message. */
  private async routesOf(facts: readonly DeliveryFact[]): Promise<ReadonlyMap<DeliveryFact, readonly string[]>> {
    const routes = new Map<DeliveryFact, readonly string[]>();
    for (const fact of facts) {
      const isTurnedAway = fact.kind === 'answer' && ['refused', 'unreachable'].includes(fact.outcome.kind);
      if (isTurnedAway) routes.set(fact, await this.routes.routesFor(fact));
    }
    return routes;
  }
}

type WatchedParts = Parameters<typeof afterReports>[1];

/** Whether the answer is about the present offer. One that comes after the lease was lost still decides an unknown outcome. */
function isOf(message: Message, { lease, carrierId }: AnswerFact): boolean {
  return isOpen(message) && message.carrierId === carrierId && (message.claimedBy ?? lease) === lease;
}
