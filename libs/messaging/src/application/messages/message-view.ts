import type { Message } from '../../domain/message';
import { type BodyCipher, type MessageView, SHOWN_MEMBERS, type StoredMessage } from './ports';

type Shown = Pick<Message, (typeof SHOWN_MEMBERS)[number]>;

/** Returns a message as its account reads it. */
export function viewOf(message: Message, body: string | null): MessageView {
  const shown = Object.fromEntries(SHOWN_MEMBERS.map((member) => [member, message[member]])) as unknown as Shown;
  return { ...shown, from: message.sender, to: message.recipient, body };
}

/** Returns a stored message with its body. Without a cipher, since the key was erased, the body is null. */
export function opened({ bodySealed, ...message }: StoredMessage, cipher: BodyCipher | null): MessageView {
  const body = bodySealed === null || cipher === null ? null : cipher.open(message.id, bodySealed).toString('utf8');
  return { ...message, body };
}
