export type EventDelivery = 'once' | 'twice' | 'late' | 'lost';

/** The course of a call, as far as the switch and the network determine it. */
export interface CallPlan {
  readonly kind: 'inbound' | 'forwarded' | 'outbound';
  readonly destination: number;
  readonly via: number;
  readonly isPlaced: boolean;
  readonly ringSeconds: number;
  /** Null for a call that is not answered. */
  readonly talkSeconds: number | null;
  readonly answered: EventDelivery;
  /** The events state their times. */
  readonly isTimed: boolean;
  readonly ended: EventDelivery;
  readonly endStatesAnswer: boolean;
  readonly route: number;
  readonly namesRoute: boolean;
  readonly cdr: 'soon' | 'last' | 'overdue' | 'lost';
}

export type Step =
  /** Calls that are routed in parallel; `isBusy`: together with CDRs and heartbeats. */
  | { readonly kind: 'burst'; readonly calls: readonly CallPlan[]; readonly isBusy: boolean }
  | { readonly kind: 'pass'; readonly seconds: number; readonly isAnswerLost: boolean }
  | { readonly kind: 'report'; readonly turn: number }
  /** Null for the whole available balance, so that any hold that is too low takes the wallet below zero. */
  | { readonly kind: 'spend'; readonly cents: number | null }
  /** Positive or negative. */
  | { readonly kind: 'adjust'; readonly cents: number }
  | { readonly kind: 'crash'; readonly via: number; readonly isSilent: boolean }
  | { readonly kind: 'outage' };

export interface SwitchKind {
  readonly isExtending: boolean;
  readonly isBeating: boolean;
  /** How far its clock is ahead of the API's. */
  readonly skewSeconds: number;
}
