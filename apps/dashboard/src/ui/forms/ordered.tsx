import { Input, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { optionsOf } from '../../format/lists';
import type { Field } from './fields';
import classes from './ordered.module.css';

/** A value by its name, with another name that it is known by. */
interface Label {
  readonly name: string;
  readonly note?: string;
}

type Labels<K extends string> = Readonly<Record<K, Label>>;

interface OrderedOptions {
  readonly description?: string;
  /** Says that at least one must be chosen. */
  readonly missing: string;
}

/** Values of a closed list in an order of preference. */
export const ordered = <K extends string>(
  label: string,
  labels: Labels<K>,
  { description, missing }: OrderedOptions,
): Field<readonly K[]> => ({
  empty: [],
  read: (member) => member,
  write: (value) => value,
  fault: (value) => (value.length === 0 ? missing : null),
  draw: ({ error, disabled = false, 'data-path': path }, { value, change }) => (
    <Ordered {...{ label, labels, description, error, disabled, path, change }} chosen={value} />
  ),
});

interface Props<K extends string> {
  readonly label: string;
  readonly labels: Labels<K>;
  readonly description: string | undefined;
  readonly error: ReactNode;
  readonly disabled: boolean;
  readonly path: string | undefined;
  readonly chosen: readonly K[];
  readonly change: (chosen: readonly K[]) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Returns the items with one of them moved to another place. */
function moved<K>(items: readonly K[], item: K, to: number): readonly K[] {
  return items.filter((each) => each !== item).toSpliced(to, 0, item);
}

/**
 * A chip for each value: the chosen ones in their order, then the others. A chip is chosen and removed by a click, which puts it at
 * the end; the arrow keys and the mouse move it. Chips keep their elements, and so the focus.
 */
function Ordered<K extends string>({ label, labels, description, error, disabled, path, chosen, change }: Props<K>) {
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<K | null>(null);
  const values = optionsOf<K>(labels as unknown as Readonly<Record<K, string>>).map(({ value }) => value);
  const others = values.filter((value) => !chosen.includes(value));
  const move = (value: K, to: number): void => {
    if (disabled || to < 0 || to >= chosen.length) return;
    change(moved(chosen, value, to));
    setSaid(`${labels[value].name} is number ${to + 1} of ${chosen.length}.`);
  };
  const toggle = (value: K): void => {
    if (disabled) return;
    const isChosen = chosen.includes(value);
    change(isChosen ? chosen.filter((each) => each !== value) : [...chosen, value]);
    setSaid(`${labels[value].name} is ${isChosen ? 'not used' : `number ${chosen.length + 1}`}.`);
  };
  const onKeyDown = (event: KeyboardEvent, value: K): void => {
    const step = STEPS[event.key];
    if (step === undefined || !chosen.includes(value)) return;
    event.preventDefault();
    move(value, chosen.indexOf(value) + step);
  };
  const onDragOver = (event: DragEvent, value: K): void => {
    if (dragged === null || !chosen.includes(value)) return;
    event.preventDefault();
    if (dragged !== value) move(dragged, chosen.indexOf(value));
  };
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      errorProps={{ role: 'alert' }}
      labelElement="div"
    >
      <div className={classes['chips']} role="group" aria-label={label} data-path={path} tabIndex={-1}>
        {[...chosen, ...others].map((value) => {
          const place = chosen.indexOf(value);
          const { name, note } = labels[value];
          return (
            <UnstyledButton
              key={value}
              className={classes['chip'] ?? ''}
              aria-pressed={place >= 0}
              aria-disabled={disabled || undefined}
              draggable={place >= 0 && !disabled}
              onClick={() => toggle(value)}
              onKeyDown={(event) => onKeyDown(event, value)}
              onDragStart={() => setDragged(value)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => onDragOver(event, value)}
            >
              {place >= 0 && <span className="figures">{place + 1}</span>}
              <b>{name}</b>
              {note && <small>{note}</small>}
            </UnstyledButton>
          );
        })}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Input.Wrapper>
  );
}
