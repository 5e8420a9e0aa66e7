import { Button, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { AcceptedInvitation, InvitationPreview } from '@trunkline/client';
import { words } from '../../format';
import { trunkline } from '../../session/client';
import { useSubmit } from '../../ui/forms/use-submit';
import { Entry, useEnter } from './entry';
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

function Acceptance({ invitation, token }: { invitation: InvitationPreview; token: string }) {
  const { account_name, inviter_name, email, role, is_new_user } = invitation;
  const enter = useEnter();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '', password: '' } });
  const submit = useSubmit(
    form,
    (values) => trunkline.auth.invitations.accept({ token, ...(is_new_user && values) }),
    ({ next_step }: AcceptedInvitation) => (next_step === 'login' ? navigate({ to: '/sign-in' }) : enter()),
  );
  return (
    <Entry
      title={`Join ${account_name}`}
      text={`${inviter_name} invites ${email} to join as ${words(role).toLowerCase()}.`}
    >
      <form onSubmit={submit.onSubmit} noValidate>
        <Stack>
          <LinkProblem error={submit.error} again="/sign-in" />
          {is_new_user && (
            <>
              <TextInput label="Name" autoComplete="name" autoFocus {...form.getInputProps('name')} />
              <PasswordInput label="Password" autoComplete="new-password" {...form.getInputProps('password')} />
            </>
          )}
          <Button type="submit" loading={submit.isPending}>
            Accept the invitation
          </Button>
        </Stack>
      </form>
    </Entry>
  );
}
