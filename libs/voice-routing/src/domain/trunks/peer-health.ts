export const PEER_STATES = ['up', 'down', 'unknown'] as const;
/** State of a gateway or carrier as of the last report of a switch; `unknown` before the first that decides. */
export type PeerState = (typeof PEER_STATES)[number];

/** A failed probe is certain: nothing else was in the way. A failed call is not: it may have been its own fault. */
export const HEALTH_EVIDENCE = ['probe', 'call'] as const;
export type HealthEvidence = (typeof HEALTH_EVIDENCE)[number];

export interface PeerHealth {
  readonly state: PeerState;
  readonly lastProbeAt: Date | null;
}

export const NEVER_REPORTED: PeerHealth = { state: 'unknown', lastProbeAt: null };

/** A peer that is down is tried last for this long, unless a success is reported. */
export const DOWN_SECONDS = 60;
/** So many failed calls within so many seconds count as one failed probe. */
export const FAILED_CALLS_MIN = 3;
export const FAILED_CALLS_SECONDS = 30;
