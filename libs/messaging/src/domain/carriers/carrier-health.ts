import { addSeconds } from '@trunkline/kernel';

/** `degraded`: connected, and most of its recent messages were refused. */
export const CARRIER_HEALTHS = ['up', 'degraded', 'down'] as const;
export type CarrierHealth = (typeof CARRIER_HEALTHS)[number];

/** What the worker that holds a carrier last reported of it. */
export interface ReportedLink {
  readonly connected: boolean;
  /** When it connected, or lost its connection. */
  readonly since: Date;
  /** Since the report was made. Without a worker there are no reports. */
  readonly silentSeconds: number;
  /** Messages of the last minutes that the carrier took, and those that it refused. */
  readonly accepted: number;
  readonly refused: number;
}

/** Reconnecting takes some seconds, during which the messages of the carrier wait for it. */
const RECONNECT_SECONDS = 15;
/** A worker reports each second. After this time the carrier has no worker, and none is about to take over. */
const SILENT_SECONDS = 20;
/** Fewer messages say little about a carrier: a customer may have sent them to wrong numbers. */
const OUTCOMES_MIN = 20;
const REFUSED_SHARE_MAX = 0.5;

/** Returns whether a carrier works, by its link and its recent refusals. */
export function healthOf(link: ReportedLink | null, now: Date): CarrierHealth {
  if (link === null || link.silentSeconds > SILENT_SECONDS) return 'down';
  if (!link.connected && addSeconds(link.since, RECONNECT_SECONDS) < now) return 'down';
  const total = link.accepted + link.refused;
  return total >= OUTCOMES_MIN && link.refused > total * REFUSED_SHARE_MAX ? 'degraded' : 'up';
}
