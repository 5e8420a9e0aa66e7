import { Text } from '@mantine/core';
import { isTrunklineError } from '@trunkline/client';
import { TextLink } from '../../ui/links';
import { Note } from '../../ui/feedback/note';
import { Problem } from '../../ui/feedback/problem';

/** A failure of a mailed link. Expired and used links lead to the page that mails a new one. */
export function LinkProblem({ error, again }: { error: Error | null; again: '/sign-in' | '/forgot-password' }) {
  if (!isTrunklineError(error, 'token_invalid', 'missing_token', 'invalid_input')) return <Problem error={error} />;
  return (
    <Note state="bad" role="alert" title="The link is no longer valid">
      <Text size="sm">
        It has expired, or it was already used. <TextLink to={again}>Request a new one</TextLink>
      </Text>
    </Note>
  );
}
