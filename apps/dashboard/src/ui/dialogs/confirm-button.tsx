import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { changing } from '../../session/refresh';
import { Problem } from '../feedback/problem';
import { DialogButton } from './dialog-button';

/** An action whose effect is confirmed in a dialog. */
export interface Confirmed {
  readonly label: string;
  readonly title: string;
  /** What will happen, and what it costs. */
  readonly text: ReactNode;
  readonly action: () => PromiseLike<unknown>;
  /** The resources that the action changes. */
  readonly reloads?: readonly string[];
  /** Text that the user must type, for what cannot be undone. */
  readonly typed?: string;
  readonly disabled?: boolean;
  /** Whether nothing is lost by it, so that its button is not red. */
  readonly isHarmless?: boolean;
}

/** A button whose effect is confirmed in a dialog. */
export function ConfirmButton(props: Confirmed & { readonly compact?: boolean }) {
  return <DialogButton {...props}>{(close) => <Confirmation {...props} close={close} />}</DialogButton>;
}

/** What a dialog says about an action, with the buttons that execute or cancel it. */
export function Confirmation({
  label,
  text,
  action,
  reloads = [],
  typed,
  isHarmless = false,
  close,
}: Confirmed & { close: () => void }) {
  const [answer, setAnswer] = useState('');
  const mutation = useMutation({ mutationFn: () => changing(action, reloads), onSuccess: close });
  return (
    <Stack>
      <Text size="sm" component="div">
        {text}
      </Text>
      {typed !== undefined && (
        <TextInput
          label={`Type ${typed} to confirm`}
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
      )}
      <Problem error={mutation.error} />
      <Group justify="end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          {...(!isHarmless && { color: 'red' })}
          loading={mutation.isPending}
          disabled={typed !== undefined && answer.trim() !== typed}
          onClick={() => mutation.mutate()}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  );
}
