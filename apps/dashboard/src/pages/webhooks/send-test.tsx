import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { RaisedEventType } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { Choice } from '../../ui/forms/choice';
import { Problem } from '../../ui/problem';
import { typeOptions, useEventTypes } from '../events/event-types';

/** Sends an example of an event. */
export function SendTest({ endpointId, isEnabled }: { endpointId: string; isEnabled: boolean }) {
  return (
    <DialogButton label="Send a test event" disabled={!isEnabled}>
      {(close) => <TestForm endpointId={endpointId} onSent={close} />}
    </DialogButton>
  );
}

function TestForm({ endpointId, onSent }: { endpointId: string; onSent: () => void }) {
  const types = useEventTypes();
  const [chosen, setChosen] = useState<RaisedEventType>();
  const type = chosen ?? types[0]?.type;
  const mutation = useMutation({
    mutationFn: (eventType: RaisedEventType) => trunkline.webhooks.test(endpointId, { event_type: eventType }),
    onSuccess: async () => {
      await refresh('deliveries');
      onSent();
    },
  });
  return (
    <Stack>
      <Text size="sm">
        Sends the example of a type, with <code>test: true</code>. It is signed, retried and listed like other events,
        also when the endpoint does not receive the type.
      </Text>
      <Choice label="Event type" data={typeOptions(types)} value={type} onChoose={setChosen} />
      <Problem error={mutation.error} />
      <Button
        loading={mutation.isPending}
        disabled={type === undefined}
        onClick={() => {
          if (type !== undefined) mutation.mutate(type);
        }}
      >
        Send
      </Button>
    </Stack>
  );
}
