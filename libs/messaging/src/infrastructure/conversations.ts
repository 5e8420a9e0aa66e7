/** SQL: the place of a message in its conversation, as the index `messages_open` orders it. */
const placeOf = (message: string) => `(coalesce(${message}.scheduled_at, ${message}.created_at), ${message}.id)`;

/** SQL: whether an earlier message of the conversation is still to be handed over. */
export const isBehind = (message: string): string => `EXISTS (
  SELECT FROM messaging.messages e
  WHERE e.sender = ${message}.sender AND e.recipient = ${message}.recipient AND e.phase IN ('waiting', 'submitting')
    AND ${placeOf('e')} < ${placeOf(message)})`;

/**
 * SQL: makes the next message of conversations due, whose first message was handed over or failed. $1 JSON array of senders and
 * recipients. Messages that are due already are written too, so that a claim that puts one off at the same moment waits.
 */
export const MAKE_NEXT_DUE = `WITH next AS (
    SELECT id FROM messaging.messages WHERE phase = 'waiting' AND id = ANY (ARRAY(
      SELECT (
        SELECT n.id FROM messaging.messages n
        WHERE n.sender = c.sender AND n.recipient = c.recipient AND n.phase IN ('waiting', 'submitting')
        ORDER BY coalesce(n.scheduled_at, n.created_at), n.id LIMIT 1)
      FROM jsonb_to_recordset($1::jsonb) AS c (sender text, recipient text)))
    ORDER BY id FOR UPDATE)
  UPDATE messaging.messages m SET due_at = coalesce(scheduled_at, created_at) FROM next WHERE m.id = next.id`;

/** The conversation of a message. */
export interface Conversation {
  readonly sender: string;
  readonly recipient: string;
}

/** Returns the conversations of messages, each once, as `MAKE_NEXT_DUE` reads them. */
export function conversationsOf(messages: readonly Conversation[]): string {
  const pairs = messages.map(({ sender, recipient }) => [`${sender} ${recipient}`, { sender, recipient }] as const);
  return JSON.stringify([...new Map(pairs).values()]);
}
