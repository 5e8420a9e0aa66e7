import { Group } from '@mantine/core';
import { Choice } from './choice';

interface Props {
  /** Text of each status. */
  readonly statuses: Readonly<Record<string, { readonly text: string }>>;
  readonly value: string | undefined;
  readonly onChoose: (status: string | undefined) => void;
}

/** The filter of a list that has no other than its status. */
export function StatusFilter({ statuses, value, onChoose }: Props) {
  const options = Object.entries(statuses).map(([status, { text }]) => ({ value: status, label: text }));
  return (
    <Group>
      <Choice label="Status" none="All" w={220} data={options} value={value} onChoose={onChoose} />
    </Group>
  );
}
