import { setTimeout as sleep } from 'node:timers/promises';
import type { OutboundMessage, SubmitOutcome } from '../../application/carriers/ports';
import type { MessageIds } from './message-ids';
import { refusal, resultOf } from './outcomes';
import { Pace } from './pace';
import { type Fields, type Pdu, STATUS, textOf } from './pdu';
import { asError, NotSent, type SmppConnection } from './smpp-connection';
import type { SmppSession } from './smpp-session';
import type { SmppSettings, SmppSurroundings, SmppTimings } from './smpp-settings';
import { PartReferences, submissionsOf } from './submissions';

type PartOutcome =
  /** Null: the carrier named no id. */
  | { readonly kind: 'taken'; readonly id: string | null }
  | { readonly kind: 'unknown' }
  | Exclude<SubmitOutcome, { kind: 'accepted' | 'unknown' }>;

interface Part {
  readonly message: OutboundMessage;
  readonly fields: Fields;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * Hands messages to a carrier. The parts of a message are sent one after the other: a message whose last part was not sent is never
 * complete, so that it can be sent again. See docs/messages.md#smpp.
 */
export class Submitter {
  private readonly pace: Pace;
  private readonly references = new PartReferences();
  /** Milliseconds from the last answered part to its answer. */
  lagMs: number | null = null;
  private isStopped = false;
  private isFinishing = false;

  constructor(
    private readonly session: SmppSession,
    private readonly ids: MessageIds,
    private readonly settings: SmppSettings,
    private readonly timings: SmppTimings,
    private readonly around: SmppSurroundings,
  ) {
    const { window, perSecond } = settings;
    this.pace = new Pace({ window, perSecond, throttledMs: timings.throttledMs });
  }

  /** Milliseconds until parts are sent again, after the carrier had too much to do. */
  get pausedMs(): number {
    return this.pace.pausedMs;
  }

  /** Sends no further part, also of messages whose first parts were taken. */
  stop(): void {
    this.isStopped = true;
  }

  /** Begins no further message. Those of which a part was sent go on. */
  finish(): void {
    this.isFinishing = true;
  }

  async submit(message: OutboundMessage): Promise<SubmitOutcome> {
    let parts: readonly Fields[];
    try {
      parts = submissionsOf(message, this.settings, this.references);
    } catch (err) {
      this.around.log.error({ err, messageId: message.id }, 'the text of a message was not encoded');
      return { kind: 'refused', code: 'encoding', errorCode: 'carrier_refused' };
    }
    const carrierMessageIds: string[] = [];
    for (const [index, fields] of parts.entries()) {
      const outcome = await this.send({ message, fields, isFirst: index === 0, isLast: index === parts.length - 1 });
      if (outcome.kind === 'unknown') return { kind: 'unknown', carrierMessageIds };
      if (outcome.kind !== 'taken') return givenUp(outcome, carrierMessageIds);
      if (outcome.id !== null) carrierMessageIds.push(outcome.id);
    }
    return { kind: 'accepted', carrierMessageIds };
  }

  /** Repeats a part that the carrier cannot take for the time being, unless it is the first: the message can then wait elsewhere. */
  private async send(part: Part): Promise<PartOutcome> {
    const giveUpAt = performance.now() + this.timings.restMs;
    for (;;) {
      const outcome = await this.attempt(part);
      if (outcome.kind !== 'busy' || part.isFirst || performance.now() > giveUpAt) return outcome;
      await sleep(outcome.retryAfterMs);
    }
  }

  private async attempt(part: Part): Promise<PartOutcome> {
    if (!this.connectionFor(part)) return { kind: 'unreachable' };
    const admission = await this.pace.enter();
    if (!admission.isAdmitted) return { kind: 'busy', retryAfterMs: admission.retryAfterMs };
    const connection = this.connectionFor(part);
    if (!connection) {
      this.pace.leave(admission.round, 'other');
      return { kind: 'unreachable' };
    }
    const answer = await this.request(connection, part);
    if (answer instanceof Error) {
      this.pace.leave(admission.round, 'other');
      return { kind: mayBeComplete(part, answer) ? 'unknown' : 'unreachable' };
    }
    const result = resultOf(answer.status);
    this.pace.leave(admission.round, result === 'taken' || result === 'throttled' ? result : 'other');
    return this.outcomeOf(answer, connection);
  }

  private connectionFor({ isFirst }: Part): SmppConnection | null {
    return this.isStopped || (this.isFinishing && isFirst) ? null : this.session.connection();
  }

  private async request(connection: SmppConnection, part: Part): Promise<Pdu | Error> {
    const startedAt = performance.now();
    const late = part.isLast ? (answer: Pdu) => this.takeLate(answer, part.message) : undefined;
    try {
      const options = { timeoutMs: this.timings.requestMs, ...(late && { late }) };
      const answer = await connection.request('submit_sm', part.fields, options);
      this.lagMs = Math.round(performance.now() - startedAt);
      const isAnswer = answer.command === 'submit_sm_resp' || answer.status !== STATUS.ok;
      return isAnswer ? answer : new Error(`The carrier answered submit_sm with ${answer.command}.`);
    } catch (error) {
      // The carrier may be dead.
      void this.session.enquire(connection);
      return asError(error);
    }
  }

  private outcomeOf(answer: Pdu, connection: SmppConnection): PartOutcome {
    switch (resultOf(answer.status)) {
      case 'taken':
        return { kind: 'taken', id: this.takenId(answer) };
      case 'refused':
        return refusal(answer.status);
      case 'unbound':
        connection.destroy(new Error('The carrier does not regard the connection as bound.'));
        return { kind: 'unreachable' };
      case 'later':
        return { kind: 'busy', retryAfterMs: this.timings.laterMs };
      case 'throttled':
        this.around.observer.throttled();
        // The pause may have ended already: answers to what was sent before it come later.
        return { kind: 'busy', retryAfterMs: Math.max(this.pausedMs, this.timings.throttledMs[0]) };
    }
  }

  /** Returns the id that the carrier gave to a part, or null. */
  private takenId({ fields }: Pdu): string | null {
    const id = textOf(fields, 'message_id');
    if (id === '') return null;
    this.ids.answered(id);
    return id;
  }

  /** The outcome of the message was unknown. A late refusal says no more: what is not taken gets no receipt. */
  private takeLate(answer: Pdu, { id: messageId, from, to }: OutboundMessage): void {
    const carrierMessageId = answer.status === STATUS.ok ? this.takenId(answer) : null;
    if (carrierMessageId === null) return;
    const report = { messageId, carrierMessageId, from, to, state: 'accepted', code: null, at: null } as const;
    this.around.inbox
      .receipt(this.settings.carrierId, report)
      .catch((err: unknown) => this.around.log.error({ err, messageId }, 'a late answer was not recorded'));
  }
}

/** Receipts for the parts that were taken are about no other message of the recipient. */
function givenUp(
  outcome: Exclude<PartOutcome, { readonly kind: 'taken' | 'unknown' }>,
  givenUpIds: readonly string[],
): SubmitOutcome {
  return givenUpIds.length > 0 ? { ...outcome, givenUpIds } : outcome;
}

/** Whether the carrier may have all parts of the message after a part without an answer. */
function mayBeComplete({ isLast }: Part, failure: Error): boolean {
  return isLast && !(failure instanceof NotSent);
}
