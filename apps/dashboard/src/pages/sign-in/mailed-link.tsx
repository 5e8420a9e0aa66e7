import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeStep } from './code-step';
import { Entry, useEnter } from './entry';
import { LinkProblem } from './link-problem';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** Consumes the token. Resolves to whether a second factor is missing. */
  readonly consume: () => Promise<boolean>;
}

/** The page of a mailed link that signs in. Only the click sends the token, so that link scanners use up none. */
export function MailedLink({ title, text, action, consume }: Props) {
  const [needsCode, setNeedsCode] = useState(false);
  const enter = useEnter();
  const mutation = useMutation({
    mutationFn: consume,
    onSuccess: (isPartial) => {
      if (!isPartial) return enter();
      setNeedsCode(true);
    },
  });
  if (needsCode) return <CodeStep isMailed={false} onDone={() => enter()} />;
  return (
    <Entry title={title} text={text}>
      <LinkProblem error={mutation.error} again="/sign-in" />
      <Button loading={mutation.isPending} onClick={() => mutation.mutate()}>
        {action}
      </Button>
    </Entry>
  );
}
