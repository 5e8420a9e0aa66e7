import { Title } from '@mantine/core';
import type {
  RoutingProfile,
  RoutingProfileDetail,
  RoutingProfileUpdateRequest,
  RoutingStrategy,
} from '@trunkline/client';
import { trunkline } from '../../session/client';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { status } from '../../ui/forms/toggles';

export const STRATEGIES: Readonly<Record<RoutingStrategy, string>> = {
  failover: 'One after another',
  round_robin: 'In turn',
  weighted_lb: 'Shared by weight',
  simultaneous_ring: 'All at once',
};
export const strategy = fields.choice('Targets are called', STRATEGIES);

const PROFILE = {
  name: fields.name(),
  status: status('Accepts calls'),
  strategy,
  ring_timeout_s: fields.integer('Ringing time, in seconds'),
  max_retries: fields.integer('Further passes', {
    description: 'After all targets failed for technical reasons.',
  }),
} satisfies FieldsFor<RoutingProfileUpdateRequest>;

/** What a profile does with calls, as its account sets it. */
export function ProfileSettings({ detail, isReadOnly }: { detail: RoutingProfileDetail; isReadOnly: boolean }) {
  const { id, status } = detail.profile;
  return (
    // Reading a profile returns it with its targets, changing it returns it alone.
    <EditForm<RoutingProfileDetail | RoutingProfile, typeof PROFILE>
      fields={PROFILE}
      row={detail}
      of={(read) => ('profile' in read ? read.profile : read)}
      save={(changes, options) => trunkline.routingProfiles.update(id, changes, options)}
      load={() => trunkline.routingProfiles.get(id)}
      reloads={['profiles', 'routes']}
      readOnly={isReadOnly && (status === 'archived' ? 'The profile is archived.' : 'Your role cannot change routing.')}
      above={<Title order={2}>Settings</Title>}
    />
  );
}
