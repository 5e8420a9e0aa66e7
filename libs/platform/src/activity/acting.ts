import { currentWork } from '../database/pool/work';

const READS = /^\s*(SELECT|VALUES|TABLE)\b/i;

/** Returns who makes the changes of the work that runs, as triggers read it, or null if that is the system. */
export function actingText(): string | null {
  const acting = currentWork()?.acting;
  if (!acting) return null;
  const { actor, ip, requestId } = acting;
  return JSON.stringify({ kind: actor.kind, id: actor.id, ip, request: requestId });
}

/** Returns the statement that says so in a transaction. It is sent together with BEGIN, which takes no values. */
export function actorSetting(): string | null {
  const text = actingText();
  return text === null ? null : `SET LOCAL trunkline.actor = '${text.replaceAll(`'`, `''`)}'`;
}

/** Returns the same for a statement that is sent without a transaction. A read changes nothing. */
export function actorSettingOf(statement: string): string | null {
  return READS.test(statement) ? null : actorSetting();
}
