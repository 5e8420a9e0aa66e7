import { Text } from '@mantine/core';
import { format } from '../../format';

interface Props {
  readonly of: number;
  readonly one: string;
  readonly several: string;
}

/** A count in a table. A phone shows no headings, so there the count names what it counts. */
export function Count({ of, one, several }: Props) {
  return (
    <>
      {format.count(of)}
      <Text span fz="inherit" hiddenFrom="sm">
        {` ${of === 1 ? one : several}`}
      </Text>
    </>
  );
}
