import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from '../problem';
import type { Submit } from './use-submit';

interface Props {
  readonly submit: Submit;
  /** Text of the button. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A form that is sent once, such as that of a new resource: its fields, a failure that no field shows, and the button. */
export function SubmitForm({ submit, label, children }: Props) {
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        {children}
        <Problem error={submit.error} />
        <Button type="submit" loading={submit.isPending}>
          {label}
        </Button>
      </Stack>
    </form>
  );
}
