import { createHash } from 'node:crypto';
import { type CallerTrust, CURRENCY, type Direction, type HangupCause, isE164 } from '@trunkline/kernel';
import type { DisconnectingParty } from '../ingest/call-report';
import type { Cdr, ImportSource } from '../ingest/cdr';
import { secondsBetween } from './call-times';

/** A call that was made with a former provider, as its export says. Times are whole seconds. */
export interface FormerCall extends CallerTrust {
  /** Line of the file, from 1, which is the header. */
  readonly line: number;
  /** The provider's id of the call; null where the export has none. */
  readonly callId: string | null;
  /** Which of several attempts of the call the row is; null where the export does not say it. */
  readonly attempt: number | null;
  readonly direction: Direction;
  /** E.164, or the text as it came where it is no number; null for a withheld caller. */
  readonly caller: string | null;
  readonly callee: string | null;
  /** Country of the remote party. */
  readonly country: string | null;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date;
  readonly hangupCause: HangupCause;
  /** 200 for an answered call, and for no other. */
  readonly sipCode: number | null;
  readonly disconnectedBy: DisconnectingParty | null;
  readonly customerReference: string | null;
}

/** Whose calls are imported. */
export interface Import {
  readonly accountId: string;
  readonly source: ImportSource;
}

/** A number that the account has or had. */
export interface OwnedNumber {
  readonly numberId: string;
  readonly e164: string;
  readonly numberType: string;
}

const KEY_DIGITS = 32;

/** Returns the account's number on the call; null where its side is no number in E.164. */
export function ownNumberOf({ direction, caller, callee }: FormerCall): string | null {
  const own = direction === 'inbound' ? callee : caller;
  return own !== null && isE164(own) ? own : null;
}

/**
 * Returns the identity of an imported call, which is the same whenever its row is read: account, provider, direction and the provider's id
 * of the call. Without an id, times and parties stand for it. See docs/moving.md#exactly-once.
 */
export function keyOfFormer({ accountId, source }: Import, call: FormerCall) {
  const { callId, direction, caller, callee, startedAt, answeredAt, endedAt } = call;
  const identity = callId === null ? [caller, callee, startedAt, answeredAt, endedAt] : [callId];
  const text = JSON.stringify([accountId, source, direction, ...identity]);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, KEY_DIGITS);
  return { accountId, decisionId: `imp_${digest}`, switchId: source, callId: callId ?? digest };
}

/** Returns the CDR of a former call: free, without a decision, a route or a price. */
export function importedCdr(
  imported: Import & { readonly id: string },
  call: FormerCall,
  own: OwnedNumber | null,
): Cdr {
  const { id, accountId, source } = imported;
  const { decisionId, switchId, callId: sipCallId } = keyOfFormer(imported, call);
  const { direction, caller, isCallerWithheld, attestation, verification, callee, country, customerReference } = call;
  const { startedAt, answeredAt, endedAt, hangupCause, sipCode: sipResponseCode, disconnectedBy } = call;
  return {
    id,
    accountId,
    switchId,
    sipCallId,
    decisionId,
    direction,
    caller,
    isCallerWithheld,
    attestation,
    verification,
    callee,
    e164: ownNumberOf(call),
    numberId: own?.numberId ?? null,
    numberType: own?.numberType ?? null,
    country,
    routingProfileId: null,
    sipTrunkId: null,
    forwardToE164: null,
    webrtcUserId: null,
    customerReference,
    startedAt,
    answeredAt,
    endedAt,
    durationSeconds: secondsBetween(startedAt, endedAt),
    billableDurationSeconds: answeredAt === null ? 0 : secondsBetween(answeredAt, endedAt),
    hangupCause,
    sipResponseCode,
    disconnectedBy,
    customerTotalCents: 0,
    currency: CURRENCY,
    rating: null,
    forwardRating: null,
    isLegEstimated: false,
    importedFrom: source,
    attempts: [],
  };
}
