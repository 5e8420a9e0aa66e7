import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RouteWarning } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { Note } from '../../ui/feedback/note';

export const REGISTRATION = 'Your system registers with a user name and a password, and needs no gateway.';

/** Says why calls over a route would fail, and how to change that. */
export function RouteWarnings({ warnings }: { warnings: readonly RouteWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <Note state="warn" role="status">
      <Stack gap={4}>
        {warnings.map(({ code, message }) => (
          <Text key={`${code} ${message}`} size="sm">
            {message}
          </Text>
        ))}
      </Stack>
    </Note>
  );
}

/** Says that no call can reach the trunk that is chosen as a route, if it is a trunk. */
export function UnreachableRoute({ target }: { target: string }) {
  const { data } = useQuery({
    queryKey: ['trunks', target],
    queryFn: ({ signal }) => trunkline.sipTrunks.get(target, { signal }),
    enabled: target.startsWith('trk_'),
  });
  return data ? <RouteWarnings warnings={data.warnings} /> : null;
}
