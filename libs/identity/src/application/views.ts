import type { AccountStatus, BillingDetails, BillingMode, OutboundTerms, Role, Tier } from '@trunkline/kernel';
import type { AccountSettings } from '../domain/account';
import type { ApiKeyStatus } from '../domain/api-key';
import type { AccountOfUser } from '../domain/members/membership';
import type { MfaMethod } from '../domain/user';

export interface WalletBalance {
  readonly amountCents: number;
  readonly creditLimitCents: number;
  readonly currency: string;
}

/** Fields of an account that every view shows. */
export interface AccountSummary {
  readonly id: string;
  readonly name: string;
  readonly tier: Tier;
  readonly country: string;
  readonly status: AccountStatus;
  readonly billingMode: BillingMode;
  /** Remains set while a closure is pending. */
  readonly suspendedAt: Date | null;
  readonly closureGraceEndsAt: Date | null;
  readonly createdAt: Date;
  /** Set by an operator; null applies the limit of the tier. */
  readonly maxConcurrentCalls: number | null;
}

export interface AccountView extends AccountSummary, OutboundTerms {
  readonly settings: AccountSettings;
  /** Null if nothing was given. */
  readonly billingDetails: BillingDetails | null;
}

export interface UserView {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The role in the account of this view. */
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly phoneVerified: boolean;
  readonly mfaMethod: MfaMethod | null;
}

export interface AccountProfile {
  readonly account: AccountView;
  readonly user: UserView;
  readonly memberships: readonly AccountOfUser[];
}

export interface MyAccount extends AccountProfile {
  readonly balance: WalletBalance;
}

export interface ApiKeyView {
  readonly id: string;
  readonly name: string;
  readonly prefixDisplay: string;
  readonly scopes: readonly string[];
  readonly allowedCidrs: readonly string[];
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly lastUsedIp: string | null;
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
  readonly status: ApiKeyStatus;
}
