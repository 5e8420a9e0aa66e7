import { Button, Group } from '@mantine/core';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRowFocus } from '../row-focus';
import { Choice, type Option } from './choice';

interface Props<K extends string> {
  readonly label: string;
  readonly options: readonly Option<K>[];
  readonly chosen: readonly K[];
  readonly onChange: (chosen: readonly K[]) => void;
  /** Text of the choice while nothing is chosen. */
  readonly none?: string;
  readonly error?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly 'data-path'?: string | undefined;
}

/** Some of the values of a list: a choice that adds one, and a button for each that removes it. */
export function Several<K extends string>({ label, options, chosen, onChange, none = 'Any', ...input }: Props<K>) {
  const { ref, onFocus } = useRowFocus<HTMLDivElement>();
  return (
    <div ref={ref} onFocus={onFocus}>
      <Choice<K>
        {...input}
        label={label}
        none={chosen.length === 0 ? none : 'Add another'}
        data={options.filter(({ value }) => !chosen.includes(value))}
        value={undefined}
        onChoose={(added) => added !== undefined && onChange([...chosen, added])}
      />
      {chosen.length > 0 && (
        <Group gap={6} mt={6}>
          {chosen.map((each) => {
            const text = options.find(({ value }) => value === each)?.label ?? each;
            return (
              <Button
                key={each}
                data-row
                size="compact-sm"
                variant="default"
                aria-label={`Remove ${text}`}
                disabled={input.disabled}
                rightSection={<X size={12} aria-hidden />}
                onClick={() => onChange(chosen.filter((other) => other !== each))}
              >
                {text}
              </Button>
            );
          })}
        </Group>
      )}
    </div>
  );
}
