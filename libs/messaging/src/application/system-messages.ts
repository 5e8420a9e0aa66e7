import { type Clock, CommonErrors, newId, type Transactor } from '@trunkline/kernel';
import { composeText } from '../domain/text/smart-encoding';
import type { CarrierRoutes } from './carriers/ports';
import type { BodyKeys, DueMessages, MessagePrices, MessageStore, SendingRules } from './messages/ports';
import { messageOf, notAllowed } from './messages/send-messages';

/** The account of the operator's messages. No customer has it, so that no list and no webhook of a customer shows them. */
export const SYSTEM_ACCOUNT = 'system';

export interface SystemMessage {
  /** The account whose rules for destinations apply. */
  readonly accountId: string;
  readonly to: string;
  readonly body: string;
}

/** Who sends the operator's messages. */
export abstract class SystemSender {
  /** A number in E.164 or a name; null where the operator has set none. */
  abstract readonly from: string | null;
  /** Keeps a copy in a sandbox, where no phone receives the message. Called after the commit. */
  abstract sent(message: SystemMessage & { readonly id: string }): void;
}

/** Text messages of the operator to users, such as codes, which no account pays for. See docs/messages.md#system-messages. */
export class SystemMessages {
  constructor(
    private readonly tx: Transactor,
    private readonly sender: SystemSender,
    private readonly rules: SendingRules,
    private readonly prices: MessagePrices,
    private readonly routes: CarrierRoutes,
    private readonly keys: BodyKeys,
    private readonly store: MessageStore,
    private readonly due: DueMessages,
    private readonly clock: Clock,
  ) {}

  get isAvailable(): boolean {
    return this.sender.from !== null;
  }

  /**
   * Queues a message in the transaction. Throws `destination_not_allowed` for a number that the account must not send messages
   * to, and one without a price or a carrier, and `invalid_state` without a sender.
   */
  async send({ accountId, to, body }: SystemMessage): Promise<void> {
    const { from } = this.sender;
    if (from === null) throw CommonErrors.invalid_state({ message: 'The operator has set no sender.' });
    const rule = await (await this.rules.termsOf(accountId)).ruleAgainst(to);
    if (rule !== null) throw notAllowed(rule);
    const [price] = await this.prices.quote(SYSTEM_ACCOUNT, 'outbound', [to]);
    if (!price) throw notAllowed('no_price');
    const [carrierId] = await this.routes.routesFor({ from, to });
    if (carrierId === undefined) throw notAllowed('no_carrier');
    const [id, at, cipher] = [newId('sms'), this.clock.now(), await this.keys.cipherOf(SYSTEM_ACCOUNT)];
    const common = { accountId: SYSTEM_ACCOUNT, from, number: { numberId: SYSTEM_ACCOUNT }, cipher, at };
    const nothing = { customerReference: null, scheduledAt: null, batchId: null };
    const text = composeText(body, { smartEncoding: true });
    await this.store.addAll([messageOf({ ...common, ...nothing, text }, { id, to, priceCents: 0, carrierId })]);
    this.due.announce();
    this.tx.afterCommit(() => this.sender.sent({ id, accountId, to, body }));
  }
}
