export type { CallDecision as Decision, DecidedRoute } from '@trunkline/kernel';

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];
