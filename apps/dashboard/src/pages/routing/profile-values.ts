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

export interface ProfileValues extends Record<string, unknown> {
  name: string;
  is_enabled: boolean;
  strategy: string;
  ring_timeout_s: string;
  max_retries: string;
}

/** Reading a profile returns it with its targets, changing it returns it alone. */
export type ReadProfile = RoutingProfileDetail | RoutingProfile;

export function profileValuesOf(read: ReadProfile): ProfileValues {
  const profile = 'profile' in read ? read.profile : read;
  return {
    name: profile.name,
    is_enabled: profile.status === 'active',
    strategy: profile.strategy,
    ring_timeout_s: String(profile.ring_timeout_s),
    max_retries: String(profile.max_retries),
  };
}

export const profileRequestOf = (values: ProfileValues): RoutingProfileUpdateRequest =>
  ({
    name: values.name.trim(),
    status: values.is_enabled ? 'active' : 'disabled',
    strategy: values.strategy,
    ring_timeout_s: integerOf(values.ring_timeout_s),
    max_retries: integerOf(values.max_retries),
  }) as RoutingProfileUpdateRequest;
