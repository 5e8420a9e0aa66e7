import { Button, Stack, Text } from '@mantine/core';
import type { Texts } from '../../router/search';
import { focusHeading } from '../focus';
import { Note } from '../feedback/note';
import type { FilterFault } from './use-filters';

interface Props {
  readonly faults: readonly FilterFault[];
  readonly set: (change: Texts<string>) => void;
}

/** Names the filters of the address that cannot be used, if any, in place of what they would filter. */
export function FilterFaults({ faults, set }: Props) {
  if (faults.length === 0) return null;
  const several = faults.length > 1;
  return (
    <Note state="warn" role="alert" title={several ? 'Some filters cannot be used' : 'A filter cannot be used'}>
      <Stack gap="xs" align="start">
        {faults.map(({ name, label, text, fault }) => (
          <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {label}: “{text}” {fault}.
          </Text>
        ))}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            focusHeading();
            set(Object.fromEntries(faults.map(({ name }) => [name, undefined])));
          }}
        >
          {several ? 'Clear these filters' : 'Clear this filter'}
        </Button>
      </Stack>
    </Note>
  );
}
