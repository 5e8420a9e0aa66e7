import { useNavigate } from '@tanstack/react-router';
import type { RoutingProfile } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import * as fields from '../../ui/forms/fields';
import { SubmitForm } from '../../ui/forms/submit-form';

/** Copies a profile, or archives it. */
export function ProfileActions({ profile }: { profile: RoutingProfile }) {
  if (!useMay()('routing:write')) return null;
  const { id, name, status, number_count } = profile;
  return (
    <>
      <DialogButton label="Duplicate" title={`Duplicate ${name}`}>
        {(close) => <Duplicate profile={profile} onDone={close} />}
      </DialogButton>
      {status !== 'archived' && (
        <ConfirmButton
          label="Archive"
          title={`Archive ${name}`}
          text={`Numbers that then route nowhere: ${format.count(number_count)}. An archived profile cannot be restored.`}
          typed={name}
          action={() => trunkline.routingProfiles.archive(id, { force: true })}
          reloads={['profiles', 'routes', 'numbers']}
        />
      )}
    </>
  );
}

const COPY = { name: fields.name('Name of the copy') };

function Duplicate({ profile, onDone }: { profile: RoutingProfile; onDone: () => void }) {
  const navigate = useNavigate();
  return (
    <SubmitForm
      fields={COPY}
      start={{ name: `Copy of ${profile.name}` }}
      label="Duplicate"
      send={(body) => trunkline.routingProfiles.duplicate(profile.id, body)}
      reloads={['profiles', 'routes']}
      onSent={async (copy) => {
        onDone();
        await navigate({ to: '/routing/$id', params: { id: copy.profile.id } });
      }}
    />
  );
}
