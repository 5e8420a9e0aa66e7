import { Alert, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { EventType } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { Choice } from '../../ui/forms/choice';
import { SubmitForm } from '../../ui/forms/submit-form';
import { useSubmit } from '../../ui/forms/use-submit';
import { typeOptions, useEventTypes } from '../events/event-types';

const DAY_S = 86_400;

const given = (time: string): string | null => (time ? null : 'Enter a date and a time.');

/** Sends the events of a time range again. */
export function Replay({ endpointId, isEnabled }: { endpointId: string; isEnabled: boolean }) {
  const [queued, setQueued] = useState<number | null>(null);
  return (
    <DialogButton label="Replay" title="Replay events" disabled={!isEnabled} onClose={() => setQueued(null)}>
      {(close) =>
        queued === null ? (
          <ReplayForm endpointId={endpointId} onQueued={setQueued} />
        ) : (
          <Stack>
            <Alert color="teal" role="status">
              <Text size="sm">{queuedText(queued)}</Text>
            </Alert>
            <Group justify="end">
              <Button onClick={close}>Done</Button>
            </Group>
          </Stack>
        )
      }
    </DialogButton>
  );
}

function queuedText(queued: number): string {
  if (queued === 0) return 'No event matches. Nothing is sent.';
  return queued === 1 ? 'One event will be sent.' : `${format.count(queued)} events will be sent.`;
}

function ReplayForm({ endpointId, onQueued }: { endpointId: string; onQueued: (queued: number) => void }) {
  const types = useEventTypes();
  const [now] = useState(() => Date.now() / 1000);
  const form = useForm({
    initialValues: {
      from: format.wallClock(now - DAY_S),
      // Includes the newest events if the browser's clock is slow.
      to: format.wallClock(now + DAY_S),
      event_types: '',
      only_failed: false,
    },
    validate: { from: given, to: given },
  });
  const submit = useSubmit(
    form,
    ({ from, to, event_types, only_failed }) =>
      trunkline.webhooks.replay(endpointId, {
        from: format.momentOf(from),
        to: format.momentOf(to),
        only_failed,
        ...(event_types && { event_types: [event_types as EventType] }),
      }),
    async ({ queued }) => {
      await refresh('deliveries');
      onQueued(queued);
    },
  );
  return (
    <SubmitForm submit={submit} label="Replay">
      <Text size="sm">
        Sends the events of a time range again, also those from before the endpoint existed. A time range has at most 7
        days and 50,000 events, and events are kept for 30 days. Deliveries that are still pending are not repeated.
      </Text>
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          label={`${name === 'from' ? 'From' : 'Before'} (${format.timeZone})`}
          {...form.getInputProps(name)}
        />
      ))}
      <Choice
        label="Event types"
        none="The event types of the endpoint"
        data={typeOptions(types)}
        value={form.values.event_types}
        onChoose={(type) => form.setFieldValue('event_types', type ?? '')}
      />
      <Switch
        label="Only failed and abandoned deliveries"
        {...form.getInputProps('only_failed', { type: 'checkbox' })}
      />
    </SubmitForm>
  );
}
