import { ColorSwatch, Group, Text } from '@mantine/core';

/** A word with a coloured dot. The colour adds nothing to the word, and the text keeps its contrast. */
export function StatusMark({ color, text }: { color: string; text: string }) {
  return (
    <Group gap={7} wrap="nowrap">
      <ColorSwatch component="span" color={`var(--mantine-color-${color}-6)`} size={8} withShadow={false} aria-hidden />
      <Text span fz="inherit" className="whole">
        {text}
      </Text>
    </Group>
  );
}
