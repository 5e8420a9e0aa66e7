import classes from './choices.module.css';

interface Props<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A few ways to show the same thing, of which one is chosen. */
export function Choices<T extends string>({ label, options, value, onChange }: Props<T>) {
  return (
    <div role="group" aria-label={label} className={classes['choices']}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes['choice']}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
