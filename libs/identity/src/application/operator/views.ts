import type { OutboundTerms, Role } from '@trunkline/kernel';
import type { WalletBalance } from '../views';
import type { AccountSummary } from '../views';

/** An account as shown to operators. */
export interface OperatorAccountView extends AccountSummary {
  /** Remains set while a closure is pending. */
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

/** What differs from the default prices of calls and messages. */
export interface CallPrices {
  /** The account's own rate deck for calls; null: the default deck alone. */
  readonly rateDeckId: string | null;
  /** The same for messages. */
  readonly smsRateDeckId: string | null;
  /** 0 to 90, on the prices of both. */
  readonly discountPct: number;
}

export interface OperatorAccountDetails {
  readonly account: OperatorAccountView & Pick<OutboundTerms, 'outbound' | 'outboundExceptions'>;
  readonly balance: WalletBalance;
  readonly prices: CallPrices;
  /** The first to join, at most `MEMBERS_SHOWN`. */
  readonly members: readonly OperatorMemberView[];
  readonly memberCount: number;
  /** Usable keys. */
  readonly apiKeyCount: number;
  readonly numbers: LiveNumbers;
}

export const MEMBERS_SHOWN = 100;
