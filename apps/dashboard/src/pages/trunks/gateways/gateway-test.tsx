import { Button } from '@mantine/core';
import type { GatewayTest, SipGateway } from '@trunkline/client';
import { Activity } from 'lucide-react';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { useChange } from '../../../ui/forms/use-change';
import { GATEWAYS_MAX } from './gateway-health';

export interface Result extends GatewayTest {
  readonly gateway: SipGateway | undefined;
}

interface TestRun {
  readonly at: number;
  readonly results: readonly Result[];
}

/** Has a switch send OPTIONS to the gateways of a trunk. */
export function useGatewayTest() {
  return useChange(
    async (trunkId: string): Promise<TestRun> => {
      const [{ items: tests }, { items: gateways }] = await Promise.all([
        trunkline.sipTrunks.test(trunkId, {}),
        trunkline.sipTrunks.gateways.list(trunkId, { limit: GATEWAYS_MAX }),
      ]);
      const byId = new Map(gateways.map((each) => [each.id, each]));
      return {
        at: Math.floor(Date.now() / 1000),
        results: tests.map((each) => ({ ...each, gateway: byId.get(each.gateway_id) })),
      };
    },
    () => refresh('trunks'),
  );
}

export type Test = ReturnType<typeof useGatewayTest>;

export function TestButton({ isPending, start }: { isPending: boolean; start: () => void }) {
  return (
    <Button loading={isPending} leftSection={<Activity size={15} strokeWidth={1.75} aria-hidden />} onClick={start}>
      Test the connection
    </Button>
  );
}
