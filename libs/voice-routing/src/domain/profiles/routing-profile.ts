import { newId } from '@trunkline/kernel';
import { assertNotArchived, type RouteStatus } from '../trunks/sip-trunk';

export const STRATEGIES = ['failover', 'round_robin', 'weighted_lb', 'simultaneous_ring'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** A profile's settings. */
export type ProfileOptions = Pick<RoutingProfile, 'name' | 'strategy' | 'ringTimeoutSeconds' | 'maxRetries'>;

export type ProfileChange = Partial<ProfileOptions> & { readonly status?: 'active' | 'disabled' };

export const PROFILE_DEFAULTS = { strategy: 'failover', ringTimeoutSeconds: 25, maxRetries: 0 } as const;

export class RoutingProfile {
  readonly id!: string;
  readonly accountId!: string;
  readonly name!: string;
  readonly status!: RouteStatus;
  readonly strategy!: Strategy;
  /** 5 to 120: how long a target, or the group of `simultaneous_ring`, may ring. */
  readonly ringTimeoutSeconds!: number;
  /** 0 to 10: further passes over the targets after all attempts failed for technical reasons. */
  readonly maxRetries!: number;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;
  readonly archivedAt!: Date | null;

  private constructor(state: Partial<RoutingProfile>) {
    Object.assign(this, state);
  }

  static create(
    accountId: string,
    options: Partial<ProfileOptions> & Pick<ProfileOptions, 'name'>,
    now: Date,
    id = newId('rp'),
  ): RoutingProfile {
    const times = { createdAt: now, updatedAt: now, archivedAt: null };
    return new RoutingProfile({ ...PROFILE_DEFAULTS, ...options, id, accountId, status: 'active', ...times });
  }

  /** Does nothing without members. Throws `invalid_state` for an archived profile. */
  change(change: ProfileChange, now: Date): void {
    assertNotArchived(this, change.status ?? 'changed');
    if (Object.keys(change).length === 0) return;
    Object.assign(this, { ...change, updatedAt: now });
  }

  /** Marks a change of the targets as a change of the profile. */
  touch(now: Date): void {
    assertNotArchived(this, 'changed');
    Object.assign(this, { updatedAt: now });
  }

  /** Archives the profile, finally. Its name becomes available. */
  archive(now: Date): void {
    assertNotArchived(this, 'archived');
    Object.assign(this, { status: 'archived', archivedAt: now, updatedAt: now });
  }
}
