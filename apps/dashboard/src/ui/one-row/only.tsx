import { Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { EmptyState } from '../feedback/empty-state';
import { focusHeading } from '../focus';
import { Id } from '../id';
import { TextLink } from '../links';

interface Props {
  readonly id: string;
  /** Says in place of the rows that the list has none with the ID. */
  readonly isMissing?: boolean;
}

/** Says that a list shows one row, which the address names, and leads to all of them. */
export function Only({ id, isMissing = false }: Props) {
  const place = useRef<HTMLDivElement>(null);
  // The list may stand below the first view of its page.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  if (isMissing) return <EmptyState text="Nothing in this list has this ID." />;
  return (
    <Group gap="xs" ref={place}>
      <Text size="sm">Only</Text>
      <Id value={id} />
      <TextLink to="." search={{}} onClick={focusHeading}>
        Show all
      </TextLink>
    </Group>
  );
}
