import type { Fields } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../domain/errors';

export interface ArchiveRequest {
  readonly accountId: string;
  readonly id: string;
  /** Detaches what uses the resource instead of throwing `resource_in_use`. */
  readonly isForced: boolean;
}

/** Throws `resource_in_use` with the counts that are above zero, as strings in `fields`. */
export function assertUnused(counts: Readonly<Record<string, number>>): void {
  const used = Object.entries(counts).filter(([, count]) => count > 0);
  const fields: Fields = Object.fromEntries(used.map(([name, count]) => [name, String(count)]));
  if (used.length > 0) throw VoiceRoutingErrors.resource_in_use({ fields });
}
