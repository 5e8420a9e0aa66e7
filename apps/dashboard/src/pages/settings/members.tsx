import { Button, Card, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { Invitation, InvitedRole, Member, Role } from '@trunkline/client';
import { words } from '../../format';
import { roleIn, useAccount, useMay } from '../../session/account';
import { openAccount, trunkline } from '../../session/client';
import { usePasswordPrompt } from '../../session/password-prompt';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { Dialog } from '../../ui/dialogs/dialog';
import { EmptyState } from '../../ui/empty-state';
import { Choice } from '../../ui/forms/choice';
import { Page } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { StatusMark } from '../../ui/status-mark';
import { SubmitForm } from '../../ui/forms/submit-form';
import { useSubmit } from '../../ui/forms/use-submit';
import { When } from '../../ui/when';

const INVITED: readonly InvitedRole[] = ['admin', 'billing', 'member', 'read_only'];
const asOption = (role: Role) => ({ value: role, label: words(role) });
const COLORS = { pending: 'yellow', accepted: 'teal', revoked: 'gray', expired: 'gray' } as const;

export function Members() {
  const mayChange = useMay()('members:write');
  const [isOpen, dialog] = useDisclosure();
  return (
    <Page title="Members" actions={mayChange && <Button onClick={dialog.open}>Invite a member</Button>}>
      <DataTable<Member>
        label="Members"
        columns={memberColumns(mayChange)}
        queryKey={['members']}
        load={(cursor, signal) => trunkline.account.members.list({ ...(cursor && { cursor }) }, { signal })}
        rowKey={({ user }) => user.id}
        empty={<EmptyState text="There are no members." />}
      />
      {mayChange && (
        <Card withBorder>
          <Title order={2} mb="sm">
            Invitations
          </Title>
          <DataTable<Invitation>
            label="Invitations"
            columns={INVITATION_COLUMNS}
            queryKey={['invitations']}
            load={(cursor, signal) => trunkline.account.invitations.list({ ...(cursor && { cursor }) }, { signal })}
            rowKey={({ id }) => id}
            empty={<EmptyState text="Invite people to work in this account." />}
          />
        </Card>
      )}
      <Dialog opened={isOpen} onClose={dialog.close} title="Invite a member">
        <InviteForm onDone={dialog.close} />
      </Dialog>
    </Page>
  );
}

function memberColumns(mayChange: boolean): readonly Column<Member>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      cell: ({ user }) => (
        <>
          {user.name}
          <Text fz="xs" c="dimmed">
            {user.email}
          </Text>
        </>
      ),
    },
    { key: 'role', title: 'Role', cell: (member) => (mayChange ? <RoleSelect member={member} /> : words(member.role)) },
    {
      key: 'mfa',
      title: 'Second factor',
      cell: ({ user }) => (
        <StatusMark color={user.mfa_method ? 'teal' : 'gray'} text={user.mfa_method ? 'On' : 'Off'} />
      ),
    },
    { key: 'joined', title: 'Joined', cell: ({ joined_at }) => <When at={joined_at} /> },
    { key: 'remove', title: 'Remove', cell: (member) => <RemoveMember member={member} mayChange={mayChange} /> },
  ];
}

function RoleSelect({ member }: { member: Member }) {
  const account = useAccount();
  const withPassword = usePasswordPrompt();
  const change = useMutation({
    mutationFn: (role: Role) =>
      withPassword((password) =>
        trunkline.account.members.update(member.user.id, { role, ...(password && { password }) }),
      ),
    onSuccess: () => refresh('members', 'account'),
  });
  // Only owners change owners, and make them.
  const isOwner = roleIn(account) === 'owner';
  const roles: readonly Role[] = isOwner ? ['owner', ...INVITED] : INVITED;
  if (member.role === 'owner' && !isOwner) return words(member.role);
  return (
    <>
      <Choice
        aria-label={`Role of ${member.user.name}`}
        size="xs"
        w={130}
        data={roles.map(asOption)}
        value={member.role}
        disabled={change.isPending}
        onChoose={(role) => {
          if (role !== undefined) change.mutate(role as Role);
        }}
      />
      <Problem error={change.error} />
    </>
  );
}

function RemoveMember({ member, mayChange }: { member: Member; mayChange: boolean }) {
  const { user: me, name } = useAccount();
  const isMe = me?.id === member.user.id;
  if (!mayChange && !isMe) return null;
  const remove = async (): Promise<void> => {
    await trunkline.account.members.delete(member.user.id);
    if (isMe) openAccount();
    else await refresh('members', 'account');
  };
  return (
    <ConfirmButton
      compact
      label={isMe ? 'Leave' : 'Remove'}
      title={isMe ? `Leave ${name}` : `Remove ${member.user.name}`}
      text={`${isMe ? 'Your' : 'Their'} API keys of this account stop working at once.`}
      action={remove}
    />
  );
}

const INVITATION_COLUMNS: readonly Column<Invitation>[] = [
  { key: 'email', title: 'Email', cell: ({ email }) => email },
  { key: 'role', title: 'Role', cell: ({ role }) => words(role) },
  { key: 'status', title: 'Status', cell: ({ status }) => <StatusMark color={COLORS[status]} text={words(status)} /> },
  { key: 'expires', title: 'Expires', cell: ({ expires_at }) => <When at={expires_at} /> },
  {
    key: 'revoke',
    title: 'Revoke',
    cell: ({ id, email, status }) =>
      status === 'pending' && (
        <ConfirmButton
          compact
          label="Revoke"
          title={`Revoke the invitation of ${email}`}
          text="The emailed link stops working."
          action={async () => {
            await trunkline.account.invitations.revoke(id);
            await refresh('invitations');
          }}
        />
      ),
  },
];

function InviteForm({ onDone }: { onDone: () => void }) {
  const withPassword = usePasswordPrompt();
  const form = useForm<{ email: string; role: InvitedRole }>({
    initialValues: { email: '', role: 'member' },
    validate: { email: (value) => (value.includes('@') ? null : 'Enter an email address.') },
  });
  const submit = useSubmit(
    form,
    (values) =>
      withPassword((password) => trunkline.account.invitations.create({ ...values, ...(password && { password }) })),
    async () => {
      await refresh('invitations');
      onDone();
    },
  );
  return (
    <SubmitForm submit={submit} label="Send the invitation">
      <TextInput label="Email" type="email" data-autofocus {...form.getInputProps('email')} />
      <NativeSelect label="Role" data={INVITED.map(asOption)} {...form.getInputProps('role')} />
    </SubmitForm>
  );
}
