import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PhoneNumber } from '@trunkline/client';
import { EXAMPLE_CALLER } from '../../format/phone';
import { trunkline } from '../../session/client';
import { Problem } from '../../ui/feedback/problem';
import { StatusMark } from '../../ui/feedback/status-mark';

/** Simulates a call to a routed number. Returns why it would fail, else null. */
async function simulate({ e164, trunk_id, routing_profile_id: profile }: PhoneNumber): Promise<string | null> {
  if (profile !== null) {
    const { attempts } = await trunkline.routingProfiles.simulate(profile, { from: EXAMPLE_CALLER });
    return attempts.length > 0 ? null : 'No target of the routing profile takes the call.';
  }
  const { action, explanation, remedy } = await trunkline.sipTrunks.simulate(trunk_id ?? '', {
    from: EXAMPLE_CALLER,
    to: e164,
  });
  return action === 'route' ? null : [explanation, remedy].filter(Boolean).join(' ');
}

interface Props {
  readonly number: PhoneNumber;
  readonly onRouted: () => void;
}

/** Asks the API what would become of a call to a routed number. */
export function FirstSimulation({ number, onRouted }: Props) {
  const call = useMutation({
    mutationFn: async () => simulate(number),
    onSuccess: (fault) => {
      if (fault === null) onRouted();
    },
  });
  return (
    <>
      <Button variant="default" loading={call.isPending} onClick={() => call.mutate()}>
        Simulate a call
      </Button>
      <Problem title="The call could not be simulated" error={call.error} />
      {typeof call.data === 'string' && (
        <div role="status">
          <StatusMark state="bad" text="The call would fail" />
          <Text size="sm">{call.data}</Text>
        </div>
      )}
    </>
  );
}
