import { Text } from '@mantine/core';
import type { Activity, ActorKind } from '@trunkline/client';

export const ACTORS: Readonly<Record<ActorKind, string>> = {
  user: 'Member',
  api_key: 'API key',
  oauth_app: 'OAuth app',
  operator: 'Us',
  system: 'System',
};

interface Props {
  readonly actor: Activity['actor'];
  readonly ip?: string | null;
  /** The user who reads it. */
  readonly userId: string | undefined;
}

/** Who made a change: the name, and the kind unless it is a person. */
export function Actor({ actor, ip = null, userId }: Props) {
  const { kind, name, id } = actor;
  const details = [name === null || kind === 'user' ? '' : ACTORS[kind], ip].filter(Boolean).join(', ');
  return (
    <>
      <span dir="auto">
        {name ?? ACTORS[kind]}
        {id !== null && id === userId && ' (you)'}
      </span>
      {details !== '' && (
        <Text fz="xs" c="dimmed">
          {details}
        </Text>
      )}
    </>
  );
}
