import { Alert, Button, Stack, Text } from '@mantine/core';
import { words } from '../../format';
import { Problem } from '../problem';
import type { Edit } from './use-edit';

/** Why a row could not be saved, and what to do when another user changed it in the meantime. */
export function EditProblem<V extends Record<string, unknown>>({ edit: { conflict, error } }: { edit: Edit<V> }) {
  if (!conflict) return <Problem error={error} />;
  return (
    <Alert color="yellow" role="alert" title="Changed in the meantime">
      <Stack align="start" gap="xs">
        <Text size="sm">
          Another user changed: {conflict.fields.map(words).join(', ')}. Your entries are kept. Check them and save
          again, or discard them.
        </Text>
        <Button size="compact-sm" variant="default" onClick={conflict.takeCurrent}>
          Show the current values
        </Button>
      </Stack>
    </Alert>
  );
}
