import { Text } from '@mantine/core';
import type { EventType, WebhookTestRequest } from '@trunkline/client';
import { EVENT_TYPES } from '@trunkline/client/lists';
import { trunkline } from '../../session/client';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import type { FieldsFor } from '../../ui/forms/field-values';
import type { Field } from '../../ui/forms/fields';
import { SubmitForm } from '../../ui/forms/submit-form';
import { EventTypeChoice } from '../events/event-type-choice';

const eventType: Field<EventType> = {
  empty: EVENT_TYPES[0],
  read: (member) => member,
  write: (value) => value,
  draw: (_input, { value, change }) => (
    <EventTypeChoice
      label="Event type"
      value={value}
      change={(chosen) => change(EVENT_TYPES.find((type) => type === chosen) ?? value)}
    />
  ),
};

const TEST = { event_type: eventType } satisfies FieldsFor<WebhookTestRequest>;

/** Sends an example of an event. */
export function SendTest({ endpointId, isEnabled }: { endpointId: string; isEnabled: boolean }) {
  return (
    <DialogButton label="Send a test event" disabled={!isEnabled}>
      {(close) => (
        <SubmitForm
          fields={TEST}
          label="Send"
          send={(body) => trunkline.webhooks.test(endpointId, body)}
          reloads={['deliveries']}
          onSent={close}
          above={
            <Text size="sm">
              Sends the example of a type, with <code>test: true</code>. It is signed, retried and listed like other
              events, also when the endpoint does not receive the type.
            </Text>
          }
        />
      )}
    </DialogButton>
  );
}
