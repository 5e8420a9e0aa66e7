import { type Clock, CommonErrors, type DomainError, numberFault } from '@trunkline/kernel';
import type { Batch, RefusedRecipient } from '../../domain/batch';
import { composeText } from '../../domain/text/smart-encoding';
import { type SendMessages, type SendOutcome, type SendRequest, suffixOf } from '../messages/send-messages';
import type { Batches } from './batches';
import type { BatchDetails, BatchStore } from './ports';

export interface BatchRequest extends Omit<SendRequest, 'recipients' | 'batchId'> {
  /** The same for every retry with one Idempotency-Key: a retry sends nothing twice. */
  readonly operationId: string;
  /** As they were given. */
  readonly recipients: readonly string[];
}

interface Entry {
  readonly index: number;
  readonly to: string;
}

/** Sends one text to many recipients. See docs/messages.md#batches. */
export class SendBatch {
  constructor(
    private readonly sending: SendMessages,
    private readonly store: BatchStore,
    private readonly batches: Batches,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues a message for each recipient that may get one, in the transaction that stores the batch, and refuses the others with
   * their reasons. Throws what holds for all of them, as `SendMessages` does.
   */
  async send({ operationId, recipients, ...request }: BatchRequest): Promise<BatchDetails> {
    const { accountId } = request;
    const id = batchIdOf(operationId);
    // Recipients that were refused stay refused, whatever the account has topped up since.
    if (await this.store.find(accountId, id)) return this.batches.get(accountId, id);
    const createdAt = this.clock.now();
    const unreadable = unreadableOf(recipients);
    const faulty = new Set(unreadable.map(({ index }) => index));
    const entries = recipients.map((to, index) => ({ to, index })).filter(({ index }) => !faulty.has(index));
    const batchOf = (outcomes: readonly SendOutcome[]): Batch => {
      const { from: sender, customerReference, scheduledAt } = request;
      const { encoding, segments } = composeText(request.body, request);
      const refused = [...unreadable, ...refusedOf(entries, outcomes)].sort((a, b) => a.index - b.index);
      const total = recipients.length;
      return { id, accountId, sender, encoding, segments, total, refused, customerReference, scheduledAt, createdAt };
    };
    const outcomes = await this.sending.send(
      {
        ...request,
        recipients: entries.map(({ to, index }) => ({ id: messageIdAt(operationId, index), to })),
        batchId: id,
      },
      (expected) => this.store.add(batchOf(expected)),
    );
    // Without a message there was no transaction to join.
    if (outcomes.every((outcome) => 'error' in outcome)) await this.store.add(batchOf(outcomes));
    return this.batches.get(accountId, id);
  }
}

function batchIdOf(operationId: string): string {
  return `bat_${suffixOf(operationId)}`;
}

/** Hexadecimal digits of the place among up to 4,096 recipients, which replace the last ones of the operation. */
const INDEX_DIGITS = 3;

/** The ids of a batch sort in the order of its recipients. */
function messageIdAt(operationId: string, index: number): string {
  const place = index.toString(16).padStart(INDEX_DIGITS, '0');
  return `sms_${suffixOf(operationId).slice(0, -INDEX_DIGITS)}${place}`;
}

function unreadableOf(recipients: readonly string[]): RefusedRecipient[] {
  const { code } = CommonErrors.invalid_input();
  const seen = new Set<string>();
  return recipients.flatMap((to, index) => {
    const reason = seen.has(to) ? 'repeats a recipient of the batch' : numberFault(to);
    seen.add(to);
    return reason === null ? [] : [{ index, to, code, reason }];
  });
}

function refusedOf(entries: readonly Entry[], outcomes: readonly SendOutcome[]): RefusedRecipient[] {
  return entries.flatMap(({ index, to }, place) => {
    const outcome = outcomes[place];
    return outcome && 'error' in outcome ? [refusal(index, to, outcome.error)] : [];
  });
}

function refusal(index: number, to: string, { code, message, fields }: DomainError): RefusedRecipient {
  const rule = fields?.['rule'];
  return { index, to, code, reason: rule === undefined ? message : `${message} (${rule})` };
}
