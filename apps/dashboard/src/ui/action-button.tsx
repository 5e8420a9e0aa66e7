import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Problem } from './problem';

interface Props extends Omit<ButtonProps, 'loading' | 'children'> {
  readonly label: string;
  readonly action: () => PromiseLike<unknown>;
  readonly 'aria-label'?: string;
}

/** A button whose effect needs no confirmation, with what kept it from having one. */
export function ActionButton({ label, action, ...props }: Props) {
  const { mutate, isPending, error } = useMutation({ mutationFn: async () => action() });
  return (
    <>
      <Problem error={error} />
      <Button variant="default" {...props} loading={isPending} onClick={() => mutate()}>
        {label}
      </Button>
    </>
  );
}
