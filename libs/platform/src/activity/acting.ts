import { currentWork } from '../database/pool/work';

const READS = /^\s*(SELECT|VALUES|TABLE)\b/i;

/** Returns the actor of the current work as the triggers read it; null for the system. */
export function actingText(): string | null {
  const acting = currentWork()?.acting;
  if (!acting) return null;
  const { actor, ip, requestId } = acting;
  return JSON.stringify({ kind: actor.kind, id: actor.id, ip, request: requestId });
}

/** Returns the statement that sets the actor of a transaction; null for the system. It is sent with BEGIN, which takes no parameters. */
export function actorSetting(): string | null {
  const text = actingText();
  return text === null ? null : `SET LOCAL trunkline.actor = '${text.replaceAll(`'`, `''`)}'`;
}

/** Returns the same statement for one that is sent outside a transaction. A SELECT changes no recorded table, so it needs none. */
export function actorSettingOf(statement: string): string | null {
  return READS.test(statement) ? null : actorSetting();
}
