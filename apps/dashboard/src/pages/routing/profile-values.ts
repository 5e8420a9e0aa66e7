import type {
  RoutingProfile,
  RoutingProfileDetail,
  RoutingProfileUpdateRequest,
  RoutingStrategy,
} from '@trunkline/client';
import { integerOf } from '../../format/lists';

export const STRATEGIES: Readonly<Record<RoutingStrategy, string>> = {
  failover: 'One after another',
  round_robin: 'In turn',
  weighted_lb: 'Shared by weight',
  simultaneous_ring: 'All at once',
};
export const STRATEGY_OPTIONS = Object.entries(STRATEGIES).map(([value, label]) => ({ value, label }));

/** Reading a profile returns it with its targets, changing it returns it alone. */
export type ReadProfile = RoutingProfileDetail | RoutingProfile;

export function profileValuesOf(read: ReadProfile) {
  const profile = 'profile' in read ? read.profile : read;
  return {
    name: profile.name,
    is_enabled: profile.status === 'active',
    strategy: profile.strategy,
    ring_timeout_s: String(profile.ring_timeout_s),
    max_retries: String(profile.max_retries),
  };
}

export type ProfileValues = ReturnType<typeof profileValuesOf>;

export const profileRequestOf = ({ is_enabled, ...values }: ProfileValues): RoutingProfileUpdateRequest =>
  ({
    ...values,
    name: values.name.trim(),
    status: is_enabled ? 'active' : 'disabled',
    ring_timeout_s: integerOf(values.ring_timeout_s),
    max_retries: integerOf(values.max_retries),
  }) as RoutingProfileUpdateRequest;
