import { Stack } from '@mantine/core';
import type { SipTrunkDetail } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { useQuiet } from '../../../session/use-quiet';
import { Panel } from '../../../ui/layout/panel';
import { RecentCalls } from '../../call-log/recent-calls';
import { SimulateCall } from '../simulate-call';
import { TrunkRejections } from './trunk-rejections';

/** The calls of a trunk, what would become of another one, and those that were rejected. */
export function TrunkCalls({ trunk, days }: { trunk: SipTrunkDetail; days: string | undefined }) {
  const { id, status } = trunk;
  const mayReadCalls = useMay()('cdrs:read');
  // The latest calls, of which there may be none or five, would move what stands below them.
  const isQuiet = useQuiet();
  return (
    <Stack gap={40}>
      {mayReadCalls && <RecentCalls query={{ sip_trunk_id: id }} search={{ trunk: id }} noun="trunk" days={days} />}
      {isQuiet && status !== 'archived' && (
        <Panel title="Simulate a call" tinted>
          <SimulateCall trunk={trunk} />
        </Panel>
      )}
      {isQuiet && mayReadCalls && <TrunkRejections trunkId={id} />}
    </Stack>
  );
}
