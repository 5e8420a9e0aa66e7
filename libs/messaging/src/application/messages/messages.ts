import {
  CommonErrors,
  DomainError,
  type EventBus,
  type Page,
  type PageRequest,
  type Transactor,
} from '@trunkline/kernel';
import { type ChangedMessage, statusEventOf } from '../../domain/message-events';
import type { MessageErrorCode } from '../../domain/message-errors';
import { IsolatedBatches } from '../faults';
import type { MessageCharges } from './message-charges';
import { opened } from './message-view';
import type { BodyCipher, BodyKeys, MessageFilters, MessageStore, MessageView, WaitingScope } from './ports';

/** Messages that fail in one transaction. */
const BATCH = 500;

/** The messages of an account. */
export class Messages {
  constructor(
    private readonly tx: Transactor,
    private readonly store: MessageStore,
    private readonly keys: BodyKeys,
    private readonly charges: MessageCharges,
    private readonly events: EventBus,
  ) {}

  async list(accountId: string, filters: MessageFilters, page: PageRequest<'created_at'>): Promise<Page<MessageView>> {
    const [{ items, next }, cipher] = await Promise.all([
      this.store.list(accountId, filters, page),
      this.cipherOf(accountId),
    ]);
    return { items: items.map((message) => opened(message, cipher)), next };
  }

  /** Throws `not_found`. */
  async get(accountId: string, id: string): Promise<MessageView> {
    const [message, cipher] = await Promise.all([this.store.get(accountId, id), this.cipherOf(accountId)]);
    return opened(message, cipher);
  }

  /** Returns the text of each of the messages by its id, unless it was deleted. */
  async textsOf(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const [messages, cipher] = await this.tx.together(() =>
      Promise.all([this.store.findAll(accountId, ids), this.cipherOf(accountId)]),
    );
    const views = messages.map((message) => opened(message, cipher));
    return new Map(views.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const])));
  }

  /**
   * Cancels a message that waits for its time or for a carrier, and releases what it holds. Throws `not_found`, and
   * `invalid_state` for a message that a carrier has or is being offered.
   */
  async cancel(accountId: string, id: string): Promise<MessageView> {
    const isCancelled = (await this.fail({ accountId, id }, 'cancelled')) > 0;
    const message = await this.get(accountId, id);
    if (isCancelled) return message;
    const { status } = message;
    const reason =
      status === 'queued'
        ? 'The message is being handed to a carrier: it is `queued`, and can no longer become `failed`.'
        : `The message is \`${status}\`. Only a \`queued\` message can be cancelled, which makes it \`failed\`.`;
    throw CommonErrors.invalid_state({ message: reason });
  }

  /**
   * Fails the waiting messages of a scope, releases what they hold, and returns how many. Safe to repeat. Messages that cannot be
   * failed keep no others from it; an AggregateError names them at the end. Throws the first fault if there are too many.
   */
  async failAll(scope: WaitingScope, errorCode: MessageErrorCode): Promise<number> {
    let failed = 0;
    const batches = new IsolatedBatches();
    for (let mayBeMore = true; mayBeMore; ) {
      const rest = { ...scope, except: batches.left };
      try {
        const count = await this.fail(rest, errorCode);
        failed += count;
        mayBeMore = count === BATCH;
      } catch (error) {
        const ids = await this.store.waitingIds(rest, BATCH);
        const { sum, isDone } = await batches.run(ids, (id) => this.fail({ ...scope, id }, errorCode), error);
        failed += sum;
        mayBeMore = !isDone || ids.length === BATCH;
      }
    }
    batches.end('Messages were not failed');
    return failed;
  }

  /**
   * Fails all waiting messages of a scope in the surrounding transaction, and returns them with their holds, which the caller
   * releases with the last of what it does: wallets are locked after everything else.
   */
  async failHeld(scope: WaitingScope, errorCode: MessageErrorCode): Promise<readonly ChangedMessage[]> {
    const failed = await this.store.failWaiting(scope, errorCode);
    await this.events.publishAll(failed.map(statusEventOf));
    return failed;
  }

  private fail(scope: WaitingScope, errorCode: MessageErrorCode): Promise<number> {
    return this.tx.run(async () => {
      const failed = await this.store.failWaiting(scope, errorCode, BATCH);
      await this.events.publishAll(failed.map(statusEventOf));
      await this.charges.settle({ charged: [], released: failed });
      return failed.length;
    });
  }

  /** Null once the key is erased. */
  private async cipherOf(accountId: string): Promise<BodyCipher | null> {
    try {
      return await this.keys.cipherOf(accountId);
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not_found') return null;
      throw error;
    }
  }
}
