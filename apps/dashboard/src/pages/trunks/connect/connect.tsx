import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SipTrunk } from '@trunkline/client';
import { trunkline } from '../../../session/client';
import { Loaded, Loading } from '../../../ui/feedback/loaded';
import { Panel } from '../../../ui/layout/panel';
import { part } from '../../../ui/part';
import { useActiveNumbers } from '../../numbers/use-active-numbers';
import { ConnectValues } from './connect-values';
import classes from './connect.module.css';
import { valuesOf } from './connection-values';

const HEIGHT = 420;

const Guides = part(async () => (await import('./guides')).default, <Loading height={HEIGHT} />);

/** What to configure in the telephone system of a trunk. `password` is that of credentials that were just created. */
export function Connect({ trunk, password }: { trunk: SipTrunk; password: string | null }) {
  const { numbers } = useActiveNumbers();
  const query = useQuery({
    queryKey: ['trunks', trunk.id, 'connection'],
    queryFn: ({ signal }) => trunkline.sipTrunks.connection.get(trunk.id, { signal }),
  });
  return (
    <Panel
      title="Connect your PBX"
      aside={
        <Text size="sm" c="dimmed">
          With the values of this trunk
        </Text>
      }
    >
      <Loaded query={query} title="The values could not be loaded" height={HEIGHT}>
        {(connection) => (
          <div className={classes['columns']}>
            <ConnectValues trunk={trunk} connection={connection} />
            <Guides values={valuesOf({ trunk, connection, password, number: numbers[0] })} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
}
