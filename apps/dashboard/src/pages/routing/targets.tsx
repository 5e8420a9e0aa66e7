import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { etagOf, type RoutingProfileDetail, type RoutingTarget } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Dialog } from '../../ui/dialogs/dialog';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Problem } from '../../ui/feedback/problem';
import { StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { Only } from '../../ui/one-row/only';
import { ShortTable } from '../../ui/tables/short-table';
import { phrasesOf } from './conditions';
import { CreateTarget, EditTarget } from './target-form';
import { useTargetName } from './target-name';

const route = getRouteApi('/signed-in/routing/$id');

interface Props {
  readonly detail: RoutingProfileDetail;
  readonly isReadOnly: boolean;
}

/** Sends the whole order, so that a call meets the old list or the new one. */
function useMove(detail: RoutingProfileDetail) {
  const { profile, targets } = detail;
  return useMutation({
    mutationFn: ({ from, to }: { from: number; to: number }) => {
      const ids = targets.map(({ id }) => ({ id }));
      ids.splice(to, 0, ...ids.splice(from, 1));
      return trunkline.routingProfiles.targets.replace(profile.id, { targets: ids }, { ifMatch: etagOf(detail) });
    },
    onSettled: () => refresh('profiles'),
  });
}

/** The targets in their order, or the one whose ID the address names. */
export function Targets({ detail, isReadOnly }: Props) {
  const { profile, targets } = detail;
  const { id: named } = route.useSearch();
  const shown = named === undefined ? targets : targets.filter(({ id }) => id === named);
  const [edited, setEdited] = useState<RoutingTarget | null>(null);
  const move = useMove(detail);
  const close = (): void => setEdited(null);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>Targets</Title>
        {!isReadOnly && (
          <DialogButton label="Add a target">
            {(done) => <CreateTarget profileId={profile.id} onDone={done} />}
          </DialogButton>
        )}
      </Group>
      <Problem error={move.error} />
      {named !== undefined && <Only id={named} />}
      {targets.length === 0 ? (
        <EmptyState text="There are no targets yet: calls to this profile fail.">
          <DocsLink page="routing-profiles">About routing profiles</DocsLink>
        </EmptyState>
      ) : (
        <ShortTable
          label="Targets"
          columns={columnsFor(targets, isReadOnly ? null : { move, edit: setEdited })}
          rows={shown}
        />
      )}
      <Dialog opened={edited !== null} title="Edit the target" onClose={close}>
        {edited && <EditTarget detail={detail} target={edited} onDone={close} />}
      </Dialog>
    </Stack>
  );
}

interface Changing {
  readonly move: ReturnType<typeof useMove>;
  readonly edit: (target: RoutingTarget) => void;
}

const columnsFor = (targets: readonly RoutingTarget[], changing: Changing | null): readonly Column<RoutingTarget>[] => [
  { title: 'Order', cell: (target) => <span className="figures">{targets.indexOf(target) + 1}</span> },
  { title: 'Calls go to', cell: (target) => <Destination target={target} /> },
  {
    title: 'Status',
    is: 'state',
    cell: ({ enabled }) => (enabled ? 'Turned on' : <StatusMark state="idle" text="Turned off" />),
  },
  { title: 'Weight', is: 'count', cell: ({ weight }) => weight },
  ...(changing
    ? [
        {
          title: 'Actions',
          is: 'actions' as const,
          cell: (target: RoutingTarget) => (
            <Changes {...changing} target={target} index={targets.indexOf(target)} last={targets.length - 1} />
          ),
        },
      ]
    : []),
];

function Destination({ target }: { target: RoutingTarget }) {
  const phrases = phrasesOf(target.conditions, format);
  return (
    <>
      {useTargetName()(target)}
      {phrases.length > 0 && (
        <Text fz="xs" c="dimmed">
          {phrases.join('; ')}
        </Text>
      )}
    </>
  );
}

interface ChangesProps extends Changing {
  readonly target: RoutingTarget;
  readonly index: number;
  readonly last: number;
}

function Changes({ target, index, last, move, edit }: ChangesProps) {
  const name = useTargetName()(target);
  return (
    <Group gap="xs" wrap="nowrap">
      {(['up', 'down'] as const).map((direction) => (
        <Button
          key={direction}
          size="compact-sm"
          variant="default"
          aria-label={`Move ${name} ${direction}`}
          disabled={move.isPending || index === (direction === 'up' ? 0 : last)}
          onClick={() => move.mutate({ from: index, to: direction === 'up' ? index - 1 : index + 1 })}
        >
          {direction === 'up' ? '↑' : '↓'}
        </Button>
      ))}
      <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={() => edit(target)}>
        Edit
      </Button>
      <ConfirmButton
        compact
        label="Remove"
        title={`Remove ${name}`}
        text="New calls no longer go to the target."
        action={() => trunkline.routingProfiles.targets.delete(target.profile_id, target.id)}
        reloads={['profiles']}
      />
    </Group>
  );
}
