import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A shape says the state without its colour: a ring is over or off, a cross is a fault, a triangle has to be acted on. */
const SHAPES = {
  dot: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  ring: <circle cx="6" cy="6" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  cross: (
    <>
      <circle cx="6" cy="6" r="5.4" fill="currentColor" />
      <path
        d="M4.1 4.1l3.8 3.8M7.9 4.1L4.1 7.9"
        stroke="var(--mantine-color-body)"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </>
  ),
  triangle: <path d="M6 1.2l5.2 9.3H.8z" fill="currentColor" />,
} satisfies Record<string, ReactNode>;

interface Props {
  readonly color: string;
  readonly text: string;
  readonly shape?: keyof typeof SHAPES;
}

/** A word with a coloured shape. The colour adds nothing to the word, and the text keeps its contrast. */
export function StatusMark({ color, text, shape = 'dot' }: Props) {
  return (
    <Group gap={7} wrap="nowrap">
      <svg
        width="12"
        height="12"
        viewBox="0 0 12 12"
        style={{ flex: 'none', color: `var(--mantine-color-${color}-6)` }}
        aria-hidden
      >
        {SHAPES[shape]}
      </svg>
      <Text span fz="inherit" className="whole">
        {text}
      </Text>
    </Group>
  );
}
