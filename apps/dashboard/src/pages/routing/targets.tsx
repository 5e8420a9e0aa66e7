import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { etagOf, type RoutingProfileDetail, type RoutingTarget } from '@trunkline/client';
import { type ReactNode, useState } from 'react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Dialog } from '../../ui/dialogs/dialog';
import { EmptyState } from '../../ui/empty-state';
import { Problem } from '../../ui/problem';
import { StatusMark } from '../../ui/status-mark';
import { Table } from '../../ui/tables/table';
import { ScrollTable } from '../../ui/tables/scroll-table';
import { phrasesOf } from './conditions';
import { CreateTarget, EditTarget } from './target-form';
import { useTargetName } from './target-name';

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
      const ifMatch = etagOf(detail);
      return trunkline.routingProfiles.targets.replace(profile.id, { targets: ids }, { ...(ifMatch && { ifMatch }) });
    },
    onSettled: () => refresh('profiles'),
  });
}

/** The targets in their order. */
export function Targets({ detail, isReadOnly }: Props) {
  const { profile, targets } = detail;
  const [edited, setEdited] = useState<RoutingTarget | null>(null);
  const [isAdding, adding] = useDisclosure();
  const move = useMove(detail);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>Targets</Title>
        {!isReadOnly && (
          <Button variant="default" onClick={adding.open}>
            Add a target
          </Button>
        )}
      </Group>
      <Problem error={move.error} />
      {targets.length === 0 ? (
        <EmptyState text="There are no targets yet: calls to this profile fail." />
      ) : (
        <ScrollTable label="Targets">
          <Table aria-label="Targets" fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Order</Table.Th>
                <Table.Th>Calls go to</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th ta="end">Weight</Table.Th>
                {!isReadOnly && <Table.Th>Actions</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {targets.map((target, index) => (
                <Row key={target.id} target={target} index={index}>
                  {!isReadOnly && (
                    <Changes
                      target={target}
                      index={index}
                      last={targets.length - 1}
                      move={(to) => move.mutate({ from: index, to })}
                      isMoving={move.isPending}
                      edit={() => setEdited(target)}
                    />
                  )}
                </Row>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollTable>
      )}
      <Dialog opened={isAdding} onClose={adding.close} title="Add a target">
        <CreateTarget profileId={profile.id} onDone={adding.close} />
      </Dialog>
      <Dialog opened={edited !== null} title="Edit the target" onClose={() => setEdited(null)}>
        {edited && <EditTarget detail={detail} target={edited} onDone={() => setEdited(null)} />}
      </Dialog>
    </Stack>
  );
}

function Row({ target, index, children }: { target: RoutingTarget; index: number; children: ReactNode }) {
  const nameOf = useTargetName();
  const phrases = phrasesOf(target.conditions, format);
  return (
    <Table.Tr>
      <Table.Td className="figures">{index + 1}</Table.Td>
      <Table.Td>
        {nameOf(target)}
        {phrases.length > 0 && (
          <Text fz="xs" c="dimmed">
            {phrases.join('; ')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <StatusMark
          color={target.enabled ? 'teal' : 'gray'}
          text={target.enabled ? 'Receives calls' : 'Switched off'}
        />
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {target.weight}
      </Table.Td>
      {children && <Table.Td>{children}</Table.Td>}
    </Table.Tr>
  );
}

interface ChangesProps {
  readonly target: RoutingTarget;
  readonly index: number;
  readonly last: number;
  readonly isMoving: boolean;
  readonly move: (to: number) => void;
  readonly edit: () => void;
}

function Changes({ target, index, last, isMoving, move, edit }: ChangesProps) {
  const name = useTargetName()(target);
  return (
    <Group gap="xs" wrap="nowrap">
      {(['up', 'down'] as const).map((direction) => (
        <Button
          key={direction}
          size="compact-sm"
          variant="default"
          aria-label={`Move ${name} ${direction}`}
          disabled={isMoving || index === (direction === 'up' ? 0 : last)}
          onClick={() => move(direction === 'up' ? index - 1 : index + 1)}
        >
          {direction === 'up' ? '↑' : '↓'}
        </Button>
      ))}
      <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={edit}>
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
