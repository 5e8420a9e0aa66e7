import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PhoneNumber, RouteWarning } from '@trunkline/client';
import { EXAMPLE_CALLER } from '../../format/phone';
import { trunkline } from '../../session/client';
import { Problem } from '../../ui/feedback/problem';
import { StatusMark } from '../../ui/feedback/status-mark';

const textOf = (warnings: readonly RouteWarning[]): string => warnings.map(({ message }) => message).join(' ');

/** Simulates a call to a routed number. Returns why it would fail, else null. */
async function simulate({ e164, trunk_id, routing_profile_id: profile }: PhoneNumber): Promise<string | null> {
  if (profile !== null) {
    const { attempts, warnings } = await trunkline.routingProfiles.simulate(profile, { from: EXAMPLE_CALLER });
    return attempts.length > 0 ? null : textOf(warnings) || 'No target of the routing profile takes the call.';
  }
  const { action, reason, explanation, remedy } = await trunkline.sipTrunks.simulate(trunk_id ?? '', {
    from: EXAMPLE_CALLER,
    to: e164,
  });
  if (action === 'route') return null;
  // The same is said of a number without a route. The trunk knows why nothing of it can be reached.
  const { warnings } = reason === 'no_route' ? await trunkline.sipTrunks.get(trunk_id ?? '') : { warnings: [] };
  return textOf(warnings) || [explanation, remedy].filter(Boolean).join(' ');
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
