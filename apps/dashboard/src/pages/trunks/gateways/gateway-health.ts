import type { GatewayState, SipTrunkDetail, TrunkStatus } from '@trunkline/client';
import type { State } from '../../../ui/feedback/status-mark';

/** What a state says, with the time when it began. */
export interface Health {
  readonly state: State;
  readonly text: string;
}

/** A trunk has at most as many gateways, so one request lists all of them. */
export const GATEWAYS_MAX = 20;
/** What a switch reports if there was no response (RFC 3261, section 8.1.3.1). */
export const NO_RESPONSE = 408;

type Measured = Pick<GatewayState, 'state'> &
  Partial<Pick<GatewayState, 'rtt_ms' | 'last_sip_code' | 'since' | 'evidence' | 'measured_at'>>;

/** The forms of times in a state: exact since when a gateway does not answer, and how long ago it took a call. */
export interface HealthTimes {
  readonly at: (time: number) => string;
  readonly ago: (time: number) => string;
}

/** How a gateway answers, as last measured by a test or a call. */
export function healthOf(measured: Measured, { at, ago }: HealthTimes): Health {
  const { state, last_sip_code, since } = measured;
  if (state === 'unknown') return { state: 'wait', text: 'Not tested yet' };
  if (state === 'up') return { state: 'ok', text: answerOf(measured, ago) };
  const isSilent = last_sip_code === null || last_sip_code === undefined || last_sip_code === NO_RESPONSE;
  const text = isSilent ? 'No answer' : `Answers with ${last_sip_code}`;
  return { state: 'bad', text: since === null || since === undefined ? text : `${text} since ${at(since)}` };
}

/** The measurement that shows that a gateway answers, where it is known. */
function answerOf({ evidence, measured_at, rtt_ms }: Measured, ago: HealthTimes['ago']): string {
  if (evidence === 'call' && typeof measured_at === 'number') return `Took a call ${ago(measured_at)}`;
  if (evidence !== 'probe') return 'Answers';
  return typeof rtt_ms === 'number' ? `Answered our test in ${rtt_ms} ms` : 'Answered our test';
}

/** Whether calls reach a trunk, in a few words for its heading. */
export function trunkHealth(
  { status, registration_mode }: Pick<SipTrunkDetail, 'status' | 'registration_mode'>,
  measured: Pick<TrunkStatus, 'contacts' | 'gateways'> | undefined,
): Health | null {
  if (status !== 'active') return { state: 'idle', text: status === 'archived' ? 'Archived' : 'Turned off' };
  if (!measured) return null;
  if (registration_mode === 'register' && measured.contacts.length > 0) return { state: 'ok', text: 'Registered' };
  const { gateways } = measured;
  if (gateways.length === 0)
    return registration_mode === 'register'
      ? { state: 'wait', text: 'Not registered' }
      : { state: 'warn', text: 'No gateway' };
  const down = gateways.filter(({ state }) => state === 'down').length;
  if (down === gateways.length)
    return { state: 'bad', text: gateways.length === 1 ? 'Gateway down' : 'All gateways down' };
  if (down > 0) return { state: 'warn', text: `${down} of ${gateways.length} gateways down` };
  return gateways.some(({ state }) => state === 'up')
    ? { state: 'ok', text: 'Answers' }
    : { state: 'wait', text: 'Not tested yet' };
}
