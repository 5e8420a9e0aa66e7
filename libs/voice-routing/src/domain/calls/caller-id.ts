import type { CallTraits } from '../profiles/condition-match';
import type { TrunkOptions } from '../trunks/sip-trunk';

/** A telephone number with its country; null for a number without one. */
export interface ReadNumber {
  readonly e164: string;
  readonly country: string | null;
}

/** Who calls, as far as the signalling says. */
export interface CallingNumbers extends Pick<CallTraits, 'caller' | 'isAnonymous'> {
  /** The number in From, also of a caller that withholds it; null when it is none, or the name of the registered system. */
  readonly fromNumber: ReadNumber | null;
  /** The number that the peer asserts; null without one. Whether the peer is trusted, its source decides. */
  readonly asserted: ReadNumber | null;
}

export type CallerIdSettings = Pick<TrunkOptions, 'callerIdStrategy' | 'callerIdOverride' | 'defaultCallerId'>;

/**
 * Returns the numbers that an outbound call may present, in order of preference: the first that is the account's is used. A
 * caller that shows a number presents that one and no other, or the override. See docs/routing.md#caller-id.
 */
export function callerIdsOf(
  { caller, isAnonymous, fromNumber, asserted }: CallingNumbers,
  { callerIdStrategy, callerIdOverride, defaultCallerId }: CallerIdSettings,
): readonly string[] {
  const override = callerIdStrategy === 'override' ? callerIdOverride : null;
  if (isAnonymous) return present([asserted?.e164, fromNumber?.e164, override, defaultCallerId]);
  if (override !== null) return [override];
  return caller === null ? present([asserted?.e164, defaultCallerId]) : [caller];
}

function present(numbers: readonly (string | null | undefined)[]): string[] {
  return [...new Set(numbers.filter((number) => typeof number === 'string'))];
}
