import type { Role } from '@trunkline/kernel';
import type { WalletBalance } from '../ports';
import type { AccountSummary } from '../views';

/** An account as those who run the service see it. */
export interface OperatorAccountView extends AccountSummary {
  /** Stands while a closure is pending, too. */
  readonly suspensionReason: string | null;
  readonly closedAt: Date | null;
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
