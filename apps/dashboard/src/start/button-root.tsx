import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement>;
  /** Whether what the button does is under way. */
  readonly 'data-loading'?: boolean;
  readonly 'data-disabled'?: boolean;
}

const ignore = (event: MouseEvent): void => event.preventDefault();

/**
 * The element of Mantine's button. While its request is under way it takes no click and sends no form, but it is not disabled: a
 * browser takes the focus from a disabled button, and after a refusal Tab would leave the dialog. Nor is a button with
 * `data-disabled`, to which the focus comes back from its dialog.
 */
export function ButtonRoot({ type = 'button', disabled, onClick, ...props }: Props) {
  const isLoading = props['data-loading'] === true;
  const takesNoClick = isLoading || props['data-disabled'] === true;
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !isLoading}
      aria-disabled={takesNoClick || undefined}
      onClick={takesNoClick ? ignore : onClick}
    />
  );
}
