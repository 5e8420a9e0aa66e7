import type { NumberType, PortReasonCode } from '@trunkline/kernel';

/**
 * `pending`: the losing carrier has not handed it over. `activating`: ported, and about to be assigned to the account. `ported`:
 * in the account's list. `failed`: ported, but it could not be assigned (`reasonCode`); the operator repeats it. `rejected`: stays
 * at the losing carrier. `cancelled`: the request was cancelled.
 */
export const PORT_NUMBER_STATUSES = ['pending', 'activating', 'ported', 'failed', 'rejected', 'cancelled'] as const;
export type PortNumberStatus = (typeof PORT_NUMBER_STATUSES)[number];

/** Why a ported number could not be assigned to the account. */
export const PORT_FAILURE_CODES = ['number_already_owned', 'number_unavailable', 'account_closed'] as const;
export type PortFailureCode = (typeof PORT_FAILURE_CODES)[number];

/** A number of a port. */
export interface PortNumber {
  readonly requestId: string;
  readonly e164: string;
  readonly accountId: string;
  /** Its place in the request, from 0. */
  readonly position: number;
  readonly numberType: NumberType;
  readonly status: PortNumberStatus;
  readonly reasonCode: PortReasonCode | PortFailureCode | null;
  /** Fee of its port, from the operator's coverage; null until the request is submitted. */
  readonly feeCents: number | null;
  /** The number that the account has received. */
  readonly numberId: string | null;
  /**
   * What keeps others from porting the number: a draft keeps its own account from a second request, a submitted request every
   * account. Null when the port of the number has ended.
   */
  readonly claim: 'draft' | 'submitted' | null;
}
