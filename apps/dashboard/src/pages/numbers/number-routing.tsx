import { Stack } from '@mantine/core';
import type { PhoneNumber } from '@trunkline/client';
import { useMay } from '../../session/account';
import { Panel } from '../../ui/layout/panel';
import { UnreachableRoute } from '../trunks/unreachable-trunk';
import { NumberPath } from './path/number-path';
import { targetOf } from './routes';
import { TrunkForNumber } from './trunk-for-number';

/** Where calls to a number go, and in an account that has no route yet, how to create one. */
export function NumberRouting({ number }: { number: PhoneNumber }) {
  const may = useMay();
  if (!may('sip_trunks:read') || !may('routing:read')) return null;
  return (
    <Panel title="Routing" tinted>
      <Stack gap="lg">
        <NumberPath number={number} />
        <UnreachableRoute target={targetOf(number)} />
        {may('numbers:write') && number.status !== 'released' && <TrunkForNumber e164={number.e164} />}
      </Stack>
    </Panel>
  );
}
