import type { Message } from '../../domain/message';
import type { BodyCipher, MessageView, StoredMessage } from './ports';

/** Returns a message as its account reads it. */
export function viewOf(
  {
    id,
    direction,
    sender: from,
    recipient: to,
    encoding,
    segments,
    status,
    errorCode,
    priceCents,
    numberId,
    customerReference,
    batchId,
    createdAt,
    scheduledAt,
    sentAt,
    deliveredAt,
  }: Message,
  body: string | null,
): MessageView {
  const sent = { encoding, segments, status, errorCode, priceCents, numberId, customerReference, batchId };
  return { id, direction, from, to, body, ...sent, createdAt, scheduledAt, sentAt, deliveredAt };
}

/** Returns a stored message with its body. Without a cipher, since the key was erased, the body is null. */
export function opened({ bodySealed, ...message }: StoredMessage, cipher: BodyCipher | null): MessageView {
  const body = bodySealed === null || cipher === null ? null : cipher.open(message.id, bodySealed).toString('utf8');
  return { ...message, body };
}
