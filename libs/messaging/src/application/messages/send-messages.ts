import {
  addDays,
  addSeconds,
  type Clock,
  ConditionNotMet,
  type DomainError,
  invalidFields,
  type Transactor,
} from '@trunkline/kernel';
import { MessagingErrors } from '../../domain/errors';
import { type Message, NOT_OFFERED, SCHEDULE_DAYS_MAX, VALIDITY_SECONDS } from '../../domain/message';
import { messageCents, type SegmentPrice } from '../../domain/message-price';
import { type ComposedText, composeText } from '../../domain/text/smart-encoding';
import type { CarrierRoutes } from '../carriers/ports';
import { viewOf } from './message-view';
import type { SendingLimits, SendingLimitsInForce } from './sending-limits';
import {
  type BodyCipher,
  type BodyKeys,
  type DueMessages,
  DuplicateMessage,
  type MessageFunds,
  type MessagePrices,
  type MessageStore,
  type MessageView,
  type OwnNumber,
  type OwnNumbers,
} from './ports';

export interface Recipient {
  /** The id of the message: a repeated request has the same. */
  readonly id: string;
  readonly to: string;
}

/** One text from one number to any number of recipients. */
export interface SendRequest {
  readonly accountId: string;
  readonly from: string;
  readonly recipients: readonly Recipient[];
  readonly body: string;
  readonly smartEncoding: boolean;
  readonly customerReference: string | null;
  /** Null: at once. */
  readonly scheduledAt: Date | null;
  readonly batchId: string | null;
}

export type PreviewRequest = Pick<SendRequest, 'accountId' | 'from' | 'body' | 'smartEncoding'> & Pick<Recipient, 'to'>;

/** What a message would be and cost. */
export interface PreviewedMessage extends ComposedText {
  readonly priceCents: number;
}

/** What became of a recipient: a queued message, or why there is none. */
export type SendOutcome = { readonly message: MessageView } | { readonly error: DomainError };

/** What the messages of a request have in common. */
interface Sending extends SendRequest {
  readonly number: OwnNumber;
  readonly text: ComposedText;
  readonly terms: SendingLimitsInForce;
  readonly cipher: BodyCipher;
  readonly at: Date;
}

const NO_SENDER = { from: 'must be an active number of this account' };

/** The id of the message of an operation: a repeated request has the same. */
export function messageIdOf(operationId: string): string {
  return `sms_${suffixOf(operationId)}`;
}

/** What follows the prefix of an id. */
export function suffixOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}

/** A refusal that another transaction has overtaken is decided again. */
const ATTEMPTS_MAX = 5;

/** Queues messages and holds their price, in one transaction. See docs/messages.md. */
export class SendMessages {
  constructor(
    private readonly numbers: OwnNumbers,
    private readonly limits: SendingLimits,
    private readonly prices: MessagePrices,
    private readonly routes: CarrierRoutes,
    private readonly keys: BodyKeys,
    private readonly funds: Pick<MessageFunds, 'cover'>,
    private readonly queue: QueueMessages,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns an outcome per recipient, in order. Throws what holds for all of them: `invalid_input` for the sender, the time or
   * the body, `capability_missing`, and `forbidden` while an operator has stopped the messages of the account. `alongside` joins
   * the transaction that queues messages, with what the outcomes are if it commits.
   */
  async send(
    request: SendRequest,
    alongside?: (outcomes: readonly SendOutcome[]) => Promise<void>,
  ): Promise<readonly SendOutcome[]> {
    const at = this.clock.now();
    assertTime(request.scheduledAt, at);
    const { accountId, from, body, smartEncoding, recipients } = request;
    const text = composeText(body, { smartEncoding });
    const called = recipients.map(({ to }) => to);
    const [number, terms, cipher, prices] = await Promise.all([
      this.numbers.findOwn(accountId, from),
      this.limits.of({ accountId, from, recipients: called }),
      this.keys.cipherOf(accountId),
      this.prices.quote(accountId, 'outbound', called),
    ]);
    const sending = { ...request, number: senderOf(number), text, terms, cipher, at };
    const decided = await Promise.all(
      recipients.map((recipient, index) => this.decide(sending, recipient, prices[index] ?? null)),
    );
    const messages = decided.flatMap((each) => ('error' in each ? [] : [each]));
    const inOrder = (outcomes: ReadonlyMap<string, SendOutcome>) =>
      decided.map((each) => ('error' in each ? each : outcomeIn(outcomes, each)));
    const shown = (message: Message) => viewOf(message, text.body);
    return inOrder(
      await this.queue.queue(messages, terms.dailyCapCents, shown, async (outcomes) => alongside?.(inOrder(outcomes))),
    );
  }

  /**
   * Returns what a message would be and cost if it were sent now, without sending it. Throws as `sendOne` does, but not for the
   * balance.
   */
  async preview({ accountId, from, to, body, smartEncoding }: PreviewRequest): Promise<PreviewedMessage> {
    const text = composeText(body, { smartEncoding });
    const [number, terms, { usedTodayCents }, [price]] = await Promise.all([
      this.numbers.findOwn(accountId, from),
      this.limits.of({ accountId, from, recipients: [to] }),
      this.funds.cover(accountId),
      this.prices.quote(accountId, 'outbound', [to]),
    ]);
    senderOf(number);
    const allowed = await this.allow({ from, text, terms }, to, price ?? null);
    if ('error' in allowed) throw allowed.error;
    const { priceCents } = allowed;
    if (priceCents > 0 && terms.dailyCapCents !== null && usedTodayCents + priceCents > terms.dailyCapCents)
      throw capReached();
    return { ...text, priceCents };
  }

  /** Does the same for one recipient, whose error it throws. */
  async sendOne(request: SendRequest): Promise<MessageView> {
    const [outcome] = await this.send(request);
    if (outcome === undefined) throw new Error('A request needs a recipient.');
    if ('error' in outcome) throw outcome.error;
    return outcome.message;
  }

  /** Returns the message that a recipient would get, or why it gets none. */
  private async decide(
    sending: Sending,
    { id, to }: Recipient,
    price: SegmentPrice | null,
  ): Promise<Message | { readonly error: DomainError }> {
    const allowed = await this.allow(sending, to, price);
    return 'error' in allowed ? allowed : messageOf(sending, { id, to, ...allowed });
  }

  /** Returns what a message to the recipient costs, with its first carrier, or why it is not allowed. */
  private async allow(
    { from, text, terms }: Pick<Sending, 'from' | 'text' | 'terms'>,
    to: string,
    price: SegmentPrice | null,
  ): Promise<{ readonly priceCents: number; readonly carrierId: string } | { readonly error: DomainError }> {
    if (terms.optedOut.has(to)) return { error: MessagingErrors.recipient_opted_out() };
    const rule = await terms.ruleAgainst(to);
    if (rule !== null) return { error: notAllowed(rule) };
    if (price === null) return { error: notAllowed('no_price') };
    const [carrierId] = await this.routes.routesFor({ from, to });
    if (carrierId === undefined) return { error: notAllowed('no_carrier') };
    return { priceCents: messageCents(price, text.segments), carrierId };
  }
}

/** Stores messages with what they hold. */
export class QueueMessages {
  constructor(
    private readonly tx: Transactor,
    private readonly store: MessageStore,
    private readonly funds: MessageFunds,
    private readonly due: DueMessages,
  ) {}

  /**
   * Queues those that the funds and the daily cap cover, in order, and returns the outcome of each by its id. What was queued
   * by an earlier attempt of the request is found. `alongside` joins the transaction, with what the outcomes are if it commits.
   * Throws `unavailable` where other requests overtake each attempt.
   */
  async queue(
    messages: readonly Message[],
    dailyCapCents: number | null,
    shown: (message: Message) => MessageView,
    alongside: (outcomes: ReadonlyMap<string, SendOutcome>) => Promise<void>,
  ): Promise<ReadonlyMap<string, SendOutcome>> {
    const outcomes = new Map<string, SendOutcome>();
    let rest = messages;
    for (let attempt = 1; rest.length > 0 && attempt <= ATTEMPTS_MAX; attempt++) {
      const queued = rest.map((message): [string, SendOutcome] => [message.id, { message: shown(message) }]);
      const expected = new Map([...outcomes, ...queued]);
      const failure = await this.attempt(rest, dailyCapCents, () => alongside(expected));
      if (failure === null) return expected;
      if (failure instanceof DuplicateMessage)
        for (const known of await this.known(rest, shown)) outcomes.set(known.message.id, known);
      else for (const [id, error] of await this.refused(rest, dailyCapCents)) outcomes.set(id, { error });
      rest = rest.filter(({ id }) => !outcomes.has(id));
    }
    if (rest.length > 0) throw MessagingErrors.unavailable();
    return outcomes;
  }

  /** Returns why nothing was written, or null. */
  private async attempt(
    messages: readonly Message[],
    dailyCapCents: number | null,
    alongside: () => Promise<void>,
  ): Promise<ConditionNotMet | DuplicateMessage | null> {
    const [{ accountId }] = messages as readonly [Message];
    const priced = messages.filter(({ priceCents }) => priceCents > 0);
    try {
      await this.tx.run(async () => {
        await this.store.addAll(messages);
        await alongside();
        if (priced.length > 0) await this.funds.holdOrFail({ accountId, messages: priced, dailyCapCents });
        this.due.announce();
      });
      return null;
    } catch (error) {
      if (error instanceof ConditionNotMet || error instanceof DuplicateMessage) return error;
      throw error;
    }
  }

  private async known(messages: readonly Message[], shown: (message: Message) => MessageView) {
    const [{ accountId }] = messages as readonly [Message];
    const found = new Map(
      (
        await this.store.findAll(
          accountId,
          messages.map(({ id }) => id),
        )
      ).map((each) => [each.id, each]),
    );
    return messages.flatMap((message) => {
      const stored = found.get(message.id);
      if (!stored) return [];
      const { bodySealed, ...view } = stored;
      return { message: { ...view, body: bodySealed === null ? null : shown(message).body } };
    });
  }

  /** Returns the errors of the messages from the first that is not covered. */
  private async refused(messages: readonly Message[], dailyCapCents: number | null): Promise<[string, DomainError][]> {
    const [{ accountId }] = messages as readonly [Message];
    const { availableCents, usedTodayCents } = await this.funds.cover(accountId);
    const capCents = dailyCapCents === null ? Number.MAX_SAFE_INTEGER : dailyCapCents - usedTodayCents;
    let sumCents = 0;
    return messages.flatMap(({ id, priceCents }): [string, DomainError][] => {
      sumCents += priceCents;
      if (priceCents === 0) return [];
      if (sumCents > availableCents) return [[id, MessagingErrors.insufficient_balance()]];
      return sumCents > capCents ? [[id, capReached()]] : [];
    });
  }
}

export function notAllowed(rule: string): DomainError {
  return MessagingErrors.destination_not_allowed({ fields: { rule } });
}

function capReached(): DomainError {
  return MessagingErrors.spend_cap_reached({ fields: { rule: 'daily_cap_reached' } });
}

function outcomeIn(outcomes: ReadonlyMap<string, SendOutcome>, { id }: Message): SendOutcome {
  const outcome = outcomes.get(id);
  if (!outcome) throw new Error('Each message has an outcome.');
  return outcome;
}

function senderOf(number: OwnNumber | null): OwnNumber {
  if (number?.status !== 'active') throw invalidFields(NO_SENDER);
  if (!number.capabilities.includes('sms')) throw MessagingErrors.capability_missing();
  return number;
}

function assertTime(scheduledAt: Date | null, now: Date): void {
  if (scheduledAt === null) return;
  if (scheduledAt <= now) throw invalidFields({ scheduled_at: 'must be in the future' });
  if (scheduledAt > addDays(now, SCHEDULE_DAYS_MAX))
    throw invalidFields({ scheduled_at: `must be at most ${String(SCHEDULE_DAYS_MAX)} days ahead` });
}

/** What a message takes from the request that sends it. */
type Sent = Pick<
  Sending,
  'accountId' | 'from' | 'text' | 'cipher' | 'customerReference' | 'scheduledAt' | 'batchId' | 'at'
> & { readonly number: Pick<OwnNumber, 'numberId'> };

/** Returns a message that waits for a carrier. */
export function messageOf(
  { accountId, from, number, text, cipher, customerReference, scheduledAt, batchId, at }: Sent,
  { id, to, priceCents, carrierId }: Recipient & { readonly priceCents: number; readonly carrierId: string },
): Message {
  const dueAt = scheduledAt ?? at;
  return {
    ...NOT_OFFERED,
    id,
    accountId,
    direction: 'outbound',
    sender: from,
    recipient: to,
    numberId: number.numberId,
    status: 'queued',
    phase: 'waiting',
    bodySealed: cipher.seal(id, text.body),
    encoding: text.encoding,
    segments: text.segments,
    priceCents,
    customerReference,
    batchId,
    createdAt: at,
    scheduledAt,
    dueAt,
    expiresAt: addSeconds(dueAt, VALIDITY_SECONDS),
    carrierId,
  };
}
