import type { Conditions } from '../../domain/profiles/conditions';
import type { ProfileOptions } from '../../domain/profiles/routing-profile';
import type { TargetOptions } from '../../domain/profiles/routing-target';
import type { RouteStatus } from '../../domain/trunks/sip-trunk';
import type { Lifetime } from '../trunks/views';

/** A profile without what other contexts know of it. */
export interface StoredProfileView extends ProfileOptions, Lifetime {
  readonly id: string;
  readonly status: RouteStatus;
  readonly archivedAt: Date | null;
  readonly targetCount: number;
}

export interface ProfileView extends StoredProfileView {
  /** Active numbers routed to the profile. */
  readonly numberCount: number;
}

export interface TargetView extends Omit<TargetOptions, 'conditions'>, Lifetime {
  readonly id: string;
  readonly profileId: string;
  readonly conditions: Conditions | null;
}

export interface ProfileDetail {
  readonly profile: ProfileView;
  readonly targets: readonly TargetView[];
}
