import { Text } from '@mantine/core';
import { useMay } from '../../session/account';
import { TextLink } from '../../ui/links';
import { useRoutes } from './routes';

/** Where a route would be chosen: what to do in an account that has no trunk and no routing profile. */
export function NoRoutes() {
  const may = useMay();
  const { isEmpty } = useRoutes();
  if (!isEmpty) return null;
  return (
    <Text size="xs" c="dimmed">
      There is no SIP trunk and no routing profile yet.{' '}
      {may('sip_trunks:write') && (
        <>
          <TextLink to="/trunks" fz="xs">
            Create a trunk
          </TextLink>{' '}
          to receive calls.
        </>
      )}
    </Text>
  );
}
