import { Button, Group, Text } from '@mantine/core';
import { isTrunklineError } from '@trunkline/client';
import { isSessionEnd } from '../../session/client';
import { TextLink } from '../links';
import { problemWithFields } from './field-texts';
import { Note } from './note';

interface Props {
  readonly error: Error | null;
  readonly title?: string | undefined;
  readonly retry?: () => unknown;
}

/** Reports a failed call: why it failed, the way out where there is one, and the request id. The end of the session is the shell's. */
export function Problem({ error, title, retry }: Props) {
  if (!error || isSessionEnd(error)) return null;
  const requestId = isTrunklineError(error) ? error.requestId : null;
  return (
    <Note state="bad" role="alert" title={title}>
      <Text size="sm">
        {problemWithFields(error)}
        {isTrunklineError(error, 'insufficient_balance') && (
          <>
            {' '}
            <TextLink to="/billing">Add funds</TextLink>
          </>
        )}
      </Text>
      {(requestId !== null || retry) && (
        <Group mt="xs" gap="sm">
          {retry && (
            <Button size="compact-sm" variant="default" onClick={() => void retry()}>
              Try again
            </Button>
          )}
          {requestId !== null && (
            <Text size="xs" ff="monospace">
              Request {requestId}
            </Text>
          )}
        </Group>
      )}
    </Note>
  );
}
