import { BodyKeys, SYSTEM_ACCOUNT } from '@trunkline/messaging/wiring';
import { Database } from '@trunkline/platform';
import type { TestApi } from './index';

const SENT = `SELECT id, body_sealed AS sealed FROM messaging.messages WHERE account_id = $1 AND recipient = $2
  ORDER BY created_at, id`;

/** Returns the texts of the operator's messages to a number, the oldest first. */
export async function systemMessagesTo(api: TestApi, to: string): Promise<string[]> {
  const rows = await api.use(Database).query<{ id: string; sealed: string }>(SENT, [SYSTEM_ACCOUNT, to]);
  const cipher = await api.use(BodyKeys).cipherOf(SYSTEM_ACCOUNT);
  return rows.map(({ id, sealed }) => cipher.open(id, sealed).toString('utf8'));
}
