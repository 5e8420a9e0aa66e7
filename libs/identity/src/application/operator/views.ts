import type { AccountStatus, Role, Tier } from '@trunkline/kernel';
import type { BillingMode } from '../../domain/account';
import type { WalletBalance } from '../ports';

/** An account as those who run the service see it. */
export interface OperatorAccountView {
  readonly id: string;
  readonly name: string;
  readonly tier: Tier;
  readonly country: string;
  readonly status: AccountStatus;
  readonly billingMode: BillingMode;
  /** With its reason; both stand while a closure is pending, too. */
  readonly suspendedAt: Date | null;
  readonly suspensionReason: string | null;
  readonly closureGraceEndsAt: Date | null;
  readonly closedAt: Date | null;
  readonly createdAt: Date;
}

export interface OperatorMemberView {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly joinedAt: Date;
}

/** Numbers that are not released, by status. */
export interface LiveNumbers {
  readonly active: number;
  readonly suspended: number;
  readonly pendingDocuments: number;
}

export interface OperatorAccountDetails {
  readonly account: OperatorAccountView;
  readonly balance: WalletBalance;
  /** The longest ones there, `MEMBERS_SHOWN` at most. */
  readonly members: readonly OperatorMemberView[];
  readonly memberCount: number;
  /** Keys that work now. */
  readonly apiKeyCount: number;
  readonly numbers: LiveNumbers;
}

export const MEMBERS_SHOWN = 100;
