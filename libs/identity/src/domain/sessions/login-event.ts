import { addSeconds, newId, plainAddress } from '@trunkline/kernel';
import { type Caller, truncatedUserAgent, type LoginMethod } from './session';

const VERSION = /\b\d+(?:[._]\d+)*\b/g;

/** Identifies a device: its user agent without version numbers, so that an update is not a new device. Empty if unknown. */
export function deviceOf(userAgent: string | null): string {
  return userAgent?.replace(VERSION, '') ?? '';
}

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

export const FRAUD_DECISIONS = ['allow', 'review', 'block'] as const;
export type FraudDecision = (typeof FRAUD_DECISIONS)[number];

const DAY_S = 86_400;

/** Retention of login events. */
export const LOGIN_EVENTS_KEPT_SECONDS = 400 * DAY_S;

/** A new device in a new country is suspicious within this time of a sign-in from another country. */
const SUSPICIOUS_WITHIN_SECONDS = DAY_S;

/** One attempt to sign up or sign in. */
export interface LoginEvent {
  readonly id: string;
  /** Null for an unknown email. */
  readonly userId: string | null;
  readonly outcome: LoginOutcome;
  readonly method: LoginMethod;
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly ipCountry: string | null;
  readonly userAgent: string | null;
  /** Identifies the device: the user agent without version numbers. */
  readonly device: string;
  /** Null when no screening took place, as for a password sent within a session. */
  readonly fraudDecision: FraudDecision | null;
  readonly at: Date;
}

/** What an attempt is compared with previous ones by. */
export type SignInTraits = Pick<LoginEvent, 'userId' | 'device' | 'ipCountry'>;

/** What the user's previous successful sign-ins reveal about an attempt. */
export interface PreviousSignIns {
  readonly hasSucceeded: boolean;
  readonly knowsDevice: boolean;
  readonly knowsCountry: boolean;
  /** The latest success with a known country. */
  readonly lastLocatedAt: Date | null;
}

/** The event as stored. */
export interface RecordedLoginEvent extends LoginEvent {
  /** The user has signed in before, but not with this device. */
  readonly isNewDevice: boolean;
  /** The user has signed in from known countries before, but not from this one. */
  readonly isNewLocation: boolean;
}

export interface NewLoginEvent {
  readonly userId: string | null;
  readonly outcome: LoginOutcome;
  readonly method: LoginMethod;
  readonly caller: Caller;
  readonly fraudDecision: FraudDecision | null;
}

/** Returns `LoginEvent.device` of the events of this caller. */
export function deviceOfCaller(caller: Caller): string {
  return deviceOf(truncatedUserAgent(caller));
}

export function loginEvent(input: NewLoginEvent, ipCountry: string | null, now: Date): LoginEvent {
  const { userId, outcome, method, caller, fraudDecision } = input;
  const userAgent = truncatedUserAgent(caller);
  const seen = { ip: plainAddress(caller.ip), ipCountry, userAgent, device: deviceOfCaller(caller) };
  return { id: newId('lev'), userId, outcome, method, ...seen, fraudDecision, at: now };
}

/** Adds what is new about an event, and marks a success as suspicious where that applies. */
export function compareWithPreviousSignIns(event: LoginEvent, past: PreviousSignIns): RecordedLoginEvent {
  const isNewDevice = past.hasSucceeded && !past.knowsDevice;
  const isNewLocation = past.lastLocatedAt !== null && event.ipCountry !== null && !past.knowsCountry;
  const recorded = { ...event, isNewDevice, isNewLocation };
  return isSuspicious(recorded, past) ? { ...recorded, outcome: 'suspicious' } : recorded;
}

/**
 * A success from a new device in a new country, within a day of a sign-in elsewhere, is suspicious. It is allowed and
 * announced by email, but makes neither device nor country known, so that the next one is suspicious too.
 */
function isSuspicious(
  { outcome, isNewDevice, isNewLocation, at }: RecordedLoginEvent,
  { lastLocatedAt }: PreviousSignIns,
): boolean {
  const isSoon = lastLocatedAt !== null && lastLocatedAt >= addSeconds(at, -SUSPICIOUS_WITHIN_SECONDS);
  return outcome === 'success' && isNewDevice && isNewLocation && isSoon;
}
