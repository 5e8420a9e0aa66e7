import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { AccountInvitationCreateRequest, Invitation, Member, Role } from '@trunkline/client';
import { INVITED_ROLES, ROLES } from '@trunkline/client/lists';
import { words } from '../../format';
import { worded } from '../../format/lists';
import { roleIn, useAccount, useMay } from '../../session/account';
import { openAccount, trunkline } from '../../session/client';
import { usePasswordPrompt } from '../../session/password-prompt';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import type { Column } from '../../ui/tables/data-table';
import { List } from '../../ui/tables/list';
import { Dialog } from '../../ui/dialogs/dialog';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Choice } from '../../ui/forms/choice';
import { Page } from '../../ui/layout/page';
import { Problem } from '../../ui/feedback/problem';
import { StatusMark } from '../../ui/feedback/status-mark';
import { SubmitForm } from '../../ui/forms/submit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { Panel } from '../../ui/layout/panel';
import { When } from '../../ui/when';

const asOption = (role: Role) => ({ value: role, label: words(role) });
const STATES = { pending: 'wait', accepted: 'ok', revoked: 'idle', expired: 'idle' } as const;

export function Members() {
  const mayChange = useMay()('members:write');
  const [isOpen, dialog] = useDisclosure();
  const invite = <Button onClick={dialog.open}>Invite a member</Button>;
  return (
    <Page title="Members" actions={mayChange && invite}>
      <List
        label="Members"
        columns={memberColumns(mayChange)}
        queryKey={['members']}
        load={(query, options) => trunkline.account.members.list(query, options)}
        rowKey={({ user }) => user.id}
        expected={1}
        empty={<EmptyState text="There are no members." />}
      />
      {mayChange && (
        <Panel title="Invitations">
          <List
            label="Invitations"
            columns={INVITATION_COLUMNS}
            queryKey={['invitations']}
            load={(query, options) => trunkline.account.invitations.list(query, options)}
            expected={1}
            empty={<EmptyState text="Invite people to work in this account.">{invite}</EmptyState>}
          />
        </Panel>
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
    { title: 'Role', cell: (member) => (mayChange ? <RoleSelect member={member} /> : words(member.role)) },
    {
      title: 'Second factor',
      is: 'state',
      cell: ({ user }) => <StatusMark state={user.mfa_method ? 'ok' : 'idle'} text={user.mfa_method ? 'On' : 'Off'} />,
    },
    { title: 'Joined', cell: ({ joined_at }) => <When at={joined_at} /> },
    { title: 'Remove', is: 'actions', cell: (member) => <RemoveMember member={member} mayChange={mayChange} /> },
  ];
}

function RoleSelect({ member }: { member: Member }) {
  const account = useAccount();
  const withPassword = usePasswordPrompt();
  const change = useMutation({
    mutationFn: (role: Role) =>
      withPassword((password) => trunkline.account.members.update(member.user.id, { role, password })),
    onSuccess: () => refresh('members', 'account'),
  });
  // Only owners change owners, and make them.
  const isOwner = roleIn(account) === 'owner';
  const roles: readonly Role[] = isOwner ? ROLES : INVITED_ROLES;
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
        onChoose={(role) => role && change.mutate(role)}
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
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => words(role) },
  { title: 'Status', is: 'state', cell: ({ status }) => <StatusMark state={STATES[status]} text={words(status)} /> },
  { title: 'Expires', cell: ({ expires_at }) => <When at={expires_at} /> },
  {
    title: 'Revoke',
    is: 'actions',
    cell: ({ id, email, status }) =>
      status === 'pending' && (
        <ConfirmButton
          compact
          label="Revoke"
          title={`Revoke the invitation of ${email}`}
          text="The emailed link stops working."
          action={() => trunkline.account.invitations.revoke(id)}
          reloads={['invitations']}
        />
      ),
  },
];

const INVITATION = {
  email: fields.email('Email'),
  role: fields.choice('Role', worded(INVITED_ROLES)),
} satisfies FieldsFor<AccountInvitationCreateRequest>;

function InviteForm({ onDone }: { onDone: () => void }) {
  const withPassword = usePasswordPrompt();
  return (
    <SubmitForm
      fields={INVITATION}
      start={{ role: 'member' }}
      label="Send the invitation"
      send={(body) => withPassword((password) => trunkline.account.invitations.create({ ...body, password }))}
      reloads={['invitations']}
      onSent={onDone}
    />
  );
}
