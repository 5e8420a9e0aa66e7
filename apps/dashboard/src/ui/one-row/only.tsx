import { Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { EmptyState } from '../feedback/empty-state';
import { focusHeading } from '../focus';
import { Id } from '../id';
import { TextLink } from '../links';

/** Says that a list shows one row, which the address names, and leads to all of them. */
export function Only({ id }: { id: string }) {
  const place = useRef<HTMLDivElement>(null);
  // The list may stand below the first view of its page.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
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

/** Says that the list has no row with the ID. */
export const NoRow = () => <EmptyState text="Nothing in this list has this ID." />;
