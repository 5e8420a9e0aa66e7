export interface PhoneCall {
  readonly direction: 'incoming' | 'outgoing';
  /** The number or name of the other side. */
  readonly party: string;
  readonly stage: 'calling' | 'ringing' | 'active';
  /** When the call was answered, in milliseconds. */
  readonly since: number | null;
  readonly isMuted: boolean;
}

export interface PhoneState {
  readonly link: 'connecting' | 'registered' | 'failed';
  /** Why the phone is not registered. */
  readonly reason: string | null;
  readonly call: PhoneCall | null;
  /** How the last call ended; null before the first one. */
  readonly ended: string | null;
}

export const STARTING: PhoneState = { link: 'connecting', reason: null, call: null, ended: null };

/** By the causes of JsSIP. */
const ENDS: Readonly<Record<string, string>> = {
  Terminated: 'The call has ended.',
  Canceled: 'The call was cancelled.',
  Busy: 'The other side is busy.',
  Rejected: 'The call was rejected.',
  'No Answer': 'The call was not answered.',
  Unavailable: 'The other side cannot be reached.',
  'Not Found': 'The number does not exist.',
  'Address Incomplete': 'The number is incomplete.',
  'Request Timeout': 'The switch did not answer.',
  'Connection Error': 'The connection to the switch was lost.',
  'User Denied Media Access':
    'The browser may not use the microphone. Allow it for this site, or connect one, and try again.',
};

export const endOf = (cause: string): string => ENDS[cause] ?? `The call failed: ${cause}.`;

const REFUSALS: Readonly<Record<string, string>> = {
  'Authentication Error': 'The switch has refused the credentials.',
  Rejected: 'The switch has refused the registration.',
  'Request Timeout': 'The switch did not answer the registration.',
};

export const refusalOf = (cause: string): string => REFUSALS[cause] ?? `The registration failed: ${cause}.`;

export const unreachable = (url: string): string => `The switch cannot be reached at ${url}.`;

/** Returns what explains the state: why the phone is not registered, or how the last call ended. */
export function detailOf({ link, reason, call, ended }: PhoneState): string | null {
  if (link === 'failed') return reason;
  return call ? null : (ended ?? (link === 'registered' ? 'Calls to this user ring here.' : null));
}

/** Returns what the phone is doing. */
export function statusOf({ link, call }: PhoneState): string {
  if (call?.stage === 'ringing' && call.direction === 'incoming') return `Incoming call from ${call.party}`;
  if (call) return call.stage === 'active' ? `In a call with ${call.party}` : `Calling ${call.party}`;
  if (link === 'failed') return 'Not connected';
  return link === 'registered' ? 'Registered' : 'Connecting';
}
