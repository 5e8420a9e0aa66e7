import { failure } from '../../testing/failure';
import { RoutingProfile } from './routing-profile';

const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-02T00:00:00Z');

describe('RoutingProfile', () => {
  it('has the same states as a trunk', () => {
    const profile = RoutingProfile.create('acc_1', { name: 'Support' }, now);
    expect(profile).toMatchObject({ strategy: 'failover', ringTimeoutSeconds: 25, maxRetries: 0, status: 'active' });
    profile.change({ status: 'disabled', maxRetries: 3 }, later);
    expect(profile).toMatchObject({ status: 'disabled', maxRetries: 3 });
    profile.archive(later);
    expect(profile).toMatchObject({ status: 'archived', archivedAt: later });
    for (const change of [() => profile.change({}, later), () => profile.touch(later), () => profile.archive(later)]) {
      expect(failure(change).code).toBe('invalid_state');
    }
  });
});
