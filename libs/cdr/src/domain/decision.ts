import type { RateQuote } from './rating';

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface DecidedRoute {
  readonly targetId: string | null;
  readonly targetKind: string;
  readonly trunkId: string | null;
  readonly gatewayId: string | null;
  readonly destination: string;
  /** The second leg's price, for calls forwarded to the telephone network. */
  readonly rating: RateQuote | null;
  /** The route carries digest credentials: a challenge makes the SIP stack count one more branch than there are routes. */
  readonly hasDigest?: boolean;
}

/** What was decided about a call when it came. */
export interface Decision {
  readonly id: string;
  readonly callId: string;
  readonly switchId: string;
  readonly accountId: string | null;
  readonly direction: Direction;
  readonly from: string;
  readonly to: string;
  readonly e164: string | null;
  readonly numberId: string | null;
  readonly numberType: string | null;
  readonly routingProfileId: string | null;
  readonly sipTrunkId: string | null;
  readonly action: 'route' | 'reject';
  readonly rejectCode: number | null;
  readonly rejectCause: string | null;
  readonly rating: RateQuote | null;
  readonly routes: readonly DecidedRoute[];
  /** As last extended. */
  readonly maxDurationSeconds: number;
  /** When the switch said that it rang, if it did. */
  readonly rangAt: Date | null;
  /** When the switch said that it was answered, if it did. */
  readonly answeredAt: Date | null;
  readonly reportedAt: Date | null;
  readonly createdAt: Date;
  /** `createdAt` in real time, which differs where the test clock was moved; null for decisions from before it was kept. */
  readonly storedAt: Date | null;
}
