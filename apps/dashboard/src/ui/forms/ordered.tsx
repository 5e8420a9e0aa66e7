import { ActionIcon, Button, Group, Input, Stack, Text } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { optionsOf } from '../../format/lists';
import { useRowFocus } from '../row-focus';
import type { Field } from './fields';

type Labels<K extends string> = Readonly<Record<K, string>>;

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

/** Returns the items with one of them moved by a place. */
function moved<K>(items: readonly K[], from: number, step: number): readonly K[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(from + step, 0, ...items.slice(from, from + 1));
}

/** The chosen values in their order, each with buttons that move and remove it, and a button for each of the others. */
function Ordered<K extends string>({ label, labels, description, error, disabled, path, chosen, change }: Props<K>) {
  const { ref, onFocus, focusAdded } = useRowFocus<HTMLDivElement>();
  const others = optionsOf(labels).filter(({ value }) => !chosen.includes(value));
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      errorProps={{ role: 'alert' }}
      labelElement="div"
    >
      <Stack gap={6} mt={4} role="group" aria-label={label} data-path={path} tabIndex={-1} ref={ref} onFocus={onFocus}>
        {chosen.map((value, index) => (
          <Group key={value} gap={4} wrap="nowrap" data-row>
            <Text size="sm" className="figures" miw={0} flex={1}>
              {index + 1}. {labels[value]}
            </Text>
            {([-1, 1] as const).map((step) => {
              const isEnd = chosen[index + step] === undefined;
              return (
                <ActionIcon
                  key={step}
                  variant="default"
                  aria-label={`Move ${labels[value]} ${step < 0 ? 'up' : 'down'}`}
                  disabled={disabled}
                  // Keeps the focus at the end of the list, where a disabled button would lose it.
                  {...(isEnd && { 'data-disabled': true, 'aria-disabled': true })}
                  onClick={() => !isEnd && change(moved(chosen, index, step))}
                >
                  {step < 0 ? <ArrowUp size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />}
                </ActionIcon>
              );
            })}
            <ActionIcon
              variant="default"
              aria-label={`Remove ${labels[value]}`}
              disabled={disabled}
              onClick={() => change(chosen.filter((each) => each !== value))}
            >
              <X size={14} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {others.length > 0 && (
          <Group gap={6}>
            {others.map(({ value, label: name }) => (
              <Button
                key={value}
                size="compact-sm"
                variant="default"
                aria-label={`Add ${name}`}
                disabled={disabled}
                leftSection={<Plus size={12} aria-hidden />}
                onClick={() => {
                  focusAdded();
                  change([...chosen, value]);
                }}
              >
                {name}
              </Button>
            ))}
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
