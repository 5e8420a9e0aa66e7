import { newId } from '@trunkline/kernel';
import { plainAddress } from './network';
import { type Caller, keptUserAgent } from './session';

export const LOGIN_OUTCOMES = [
  'success',
  'wrong_password',
  'no_such_user',
  'mfa_required',
  'mfa_failed',
  'suspicious',
  'locked_out',
  'fraud_screen_blocked',
  'fraud_screen_review',
  'unverified_email',
] as const;
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number];

export const LOGIN_METHODS = ['password', 'oauth_idp1', 'oauth_idp2', 'magic_link'] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number];

export const FRAUD_DECISIONS = ['allow', 'review', 'block'] as const;
export type FraudDecision = (typeof FRAUD_DECISIONS)[number];

/** One attempt to sign up or in (spec, LoginEvent). Whether the device is new is found out when it is recorded. */
export interface LoginEvent {
  readonly id: string;
  /** Null when nobody has the e-mail address. */
  readonly userId: string | null;
  readonly outcome: LoginOutcome;
  readonly method: LoginMethod;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly fraudDecision: FraudDecision | null;
  readonly at: Date;
}

export interface NewLoginEvent {
  readonly userId: string | null;
  readonly outcome: LoginOutcome;
  readonly method: LoginMethod;
  readonly caller: Caller;
  readonly fraudDecision: FraudDecision | null;
}

export function loginEvent(input: NewLoginEvent, now: Date): LoginEvent {
  const { userId, outcome, method, caller, fraudDecision } = input;
  const seen = { ip: plainAddress(caller.ip), userAgent: keptUserAgent(caller) };
  return { id: newId('lev'), userId, outcome, method, ...seen, fraudDecision, at: now };
}
