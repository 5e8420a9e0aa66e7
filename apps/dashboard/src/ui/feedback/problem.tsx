import { Button, Group, Text } from '@mantine/core';
import { isTrunklineError } from '@trunkline/client';
import { words } from '../../format';
import { TextLink } from '../links';
import { Note } from './note';
import { problemText } from './problem-texts';

interface Props {
  readonly error: Error | null;
  readonly title?: string | undefined;
  readonly retry?: () => unknown;
}

function textOf(error: Error): string {
  const fields = isTrunklineError(error) ? Object.entries(error.fields) : [];
  const text = problemText(error);
  if (fields.length === 0) return text;
  const listed = fields.map(([name, fault]) => `${words(name)}: ${fault}`).join('; ');
  // Here the fields only count what the message is about.
  return isTrunklineError(error, 'resource_in_use') ? `${text} ${listed}.` : listed;
}

/** Reports a failed call: why it failed, the way out where there is one, and the request id. */
export function Problem({ error, title, retry }: Props) {
  if (!error) return null;
  const requestId = isTrunklineError(error) ? error.requestId : null;
  return (
    <Note state="bad" role="alert" title={title}>
      <Text size="sm">
        {textOf(error)}
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
