import { Text } from '@mantine/core';
import { useState } from 'react';
import { format } from '../format';

/** A time: relative within a day, with the exact one in its title. */
export function When({ at, none = 'Never' }: { at: number | null; none?: string }) {
  const [now] = useState(Date.now);
  if (at === null) return <>{none}</>;
  return (
    <Text span fz="inherit" className="whole" title={format.time(at)}>
      {format.ago(at, now)}
    </Text>
  );
}
