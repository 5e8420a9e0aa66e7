import { Button, Group, Stack, Text } from '@mantine/core';
import { defaults, type EventType, type WebhookReplayRequest } from '@trunkline/client';
import { EVENT_TYPES } from '@trunkline/client/lists';
import { useState } from 'react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { Dialog } from '../../ui/dialogs/dialog';
import type { DialogProps } from '../../ui/dialogs/dialog-box';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { toggle } from '../../ui/forms/toggles';
import { SubmitForm } from '../../ui/forms/submit-form';
import { Note } from '../../ui/feedback/note';
import { EventTypeChoice } from '../events/event-type-choice';

const DAY_S = 86_400;

interface Props extends Pick<DialogProps, 'opened' | 'onClose'> {
  readonly endpointId: string;
}

/** Sends the events of a time range again, and says how many. */
export function ReplayDialog({ endpointId, opened, onClose }: Props) {
  const [queued, setQueued] = useState<number | null>(null);
  const end = (): void => {
    onClose();
    setQueued(null);
  };
  return (
    <Dialog opened={opened} onClose={end} title="Replay events">
      {queued === null ? (
        <ReplayForm endpointId={endpointId} onQueued={setQueued} />
      ) : (
        <Stack>
          <Note state="ok" role="status">
            <Text size="sm">{queuedText(queued)}</Text>
          </Note>
          <Group justify="end">
            <Button onClick={end}>Done</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

function queuedText(queued: number): string {
  if (queued === 0) return 'No event matches. Nothing is sent.';
  return queued === 1 ? 'One event will be sent.' : `${format.count(queued)} events will be sent.`;
}

const moment = (label: string): fields.Field<string, number> => ({
  ...fields.text(`${label} (${format.timeZone})`, {
    type: 'datetime-local',
    fault: fields.given('Enter a date and a time.'),
  }),
  read: (member) => format.wallClock(member),
  write: (value) => format.momentOf(value),
});

/** The time zone of the account is known once the page is shown. */
const replayFields = () =>
  ({
    from: moment('From'),
    to: moment('Before'),
    event_types: eventTypes,
    only_failed: toggle('Only failed and abandoned deliveries'),
  }) satisfies FieldsFor<WebhookReplayRequest>;

const eventTypes: fields.Field<EventType | undefined, readonly EventType[] | undefined> = {
  empty: undefined,
  read: (member) => member?.[0],
  write: (value) => value && [value],
  draw: (_input, { value, change }) => (
    <EventTypeChoice
      label="Event types"
      none="The event types of the endpoint"
      value={value}
      change={(chosen) => change(EVENT_TYPES.find((type) => type === chosen))}
    />
  ),
};

function ReplayForm({ endpointId, onQueued }: { endpointId: string; onQueued: (queued: number) => void }) {
  const [now] = useState(() => Date.now() / 1000);
  return (
    <SubmitForm
      fields={replayFields()}
      start={{
        ...defaults.WebhookReplayRequest,
        from: now - DAY_S,
        // Includes the newest events if the browser's clock is slow.
        to: now + DAY_S,
      }}
      label="Replay"
      send={(body) => trunkline.webhooks.replay(endpointId, body)}
      reloads={['deliveries']}
      onSent={({ queued }) => onQueued(queued)}
      above={
        <Text size="sm">
          Sends the events of a time range again, also those from before the endpoint existed. A time range has at most
          7 days and 50,000 events, and events are kept for 30 days. Deliveries that are still pending are not repeated.
        </Text>
      }
    />
  );
}
