export type { CallDecision as Decision, DecidedRoute, Direction } from '@trunkline/kernel';
