import { Card, SimpleGrid, Text } from '@mantine/core';

interface Props {
  /** Five at most. Null: nothing is said about the value. */
  readonly tiles: readonly (readonly [title: string, value: string, note: string | null])[];
}

/** The figures that a page is about. */
export function Tiles({ tiles }: Props) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
      {tiles.map(([title, value, note]) => (
        <Card key={title} withBorder p="md">
          <Text size="xs" c="dimmed">
            {title}
          </Text>
          <Text fz={22} fw={600} className="figures">
            {value}
          </Text>
          {note !== null && (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </Card>
      ))}
    </SimpleGrid>
  );
}
