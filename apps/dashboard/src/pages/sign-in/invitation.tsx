import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { AcceptedInvitation, InvitationPreview } from '@trunkline/client';
import { words } from '../../format';
import { trunkline } from '../../session/client';
import * as fields from '../../ui/forms/fields';
import { password } from '../../ui/forms/passwords';
import { Entry, EntryForm, useEnter } from './entry';
import { LinkProblem } from './link-problem';

const route = getRouteApi('/invitation');

export function Invitation() {
  const { token = '' } = route.useSearch();
  const { data, error, isPending } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => trunkline.auth.invitations.inspect({ token }, { signal }),
  });
  if (isPending) return <Entry title="Invitation" text={<Skeleton h={40} />} />;
  if (error) {
    return (
      <Entry title="Invitation">
        <LinkProblem error={error} again="/sign-in" />
      </Entry>
    );
  }
  return <Acceptance invitation={data} token={token} />;
}

const NEW_USER = {
  name: fields.name('Name', { autoComplete: 'name', autoFocus: true }),
  password: password('Password', { autoComplete: 'new-password' }),
};

function Acceptance({ invitation, token }: { invitation: InvitationPreview; token: string }) {
  const { account_name, inviter_name, email, role, is_new_user } = invitation;
  const enter = useEnter();
  const navigate = useNavigate();
  return (
    <Entry
      title={`Join ${account_name}`}
      text={`${inviter_name} invites ${email} to join as ${words(role).toLowerCase()}.`}
    >
      <EntryForm
        fields={is_new_user ? NEW_USER : {}}
        label="Accept the invitation"
        send={(body) => trunkline.auth.invitations.accept({ token, ...body })}
        onSent={({ next_step }: AcceptedInvitation) => (next_step === 'login' ? navigate({ to: '/sign-in' }) : enter())}
        explain={(error) => <LinkProblem error={error} again="/sign-in" />}
      />
    </Entry>
  );
}
