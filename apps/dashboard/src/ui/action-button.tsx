import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { changing } from '../session/refresh';
import { Problem } from './feedback/problem';

interface Props extends Omit<ButtonProps, 'loading' | 'children'> {
  readonly label: string;
  readonly action: () => PromiseLike<unknown>;
  /** The resources that the action changes. */
  readonly reloads?: readonly string[];
  readonly 'aria-label'?: string;
}

/** A button whose effect needs no confirmation, with what kept it from having one. */
export function ActionButton({ label, action, reloads = [], ...props }: Props) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => changing(action, reloads) });
  return (
    <>
      <Problem error={error} />
      <Button variant="default" {...props} loading={isPending} onClick={() => mutate()}>
        {label}
      </Button>
    </>
  );
}
