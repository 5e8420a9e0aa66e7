import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { changing } from '../../session/refresh';
import { Dialog } from './dialog';
import { Problem } from '../feedback/problem';

interface Props {
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
  readonly compact?: boolean;
}

/** A button whose effect is confirmed in a dialog. */
export function ConfirmButton({ label, title, text, action, reloads = [], typed, disabled, compact }: Props) {
  const [isOpen, dialog] = useDisclosure();
  const [answer, setAnswer] = useState('');
  const mutation = useMutation({ mutationFn: () => changing(action, reloads), onSuccess: dialog.close });
  const open = (): void => {
    mutation.reset();
    setAnswer('');
    dialog.open();
  };
  return (
    <>
      <Button variant="default" size={compact ? 'compact-sm' : 'sm'} disabled={disabled} onClick={open}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={title}>
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
            <Button variant="default" onClick={dialog.close}>
              Cancel
            </Button>
            <Button
              color="red"
              loading={mutation.isPending}
              disabled={typed !== undefined && answer.trim() !== typed}
              onClick={() => mutation.mutate()}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
