import { Box, Checkbox, Fieldset, Stack, Text } from '@mantine/core';
import type { SubscribedEventType, WebhookCreateRequest } from '@trunkline/client';
import { SUBSCRIBED_EVENT_TYPES } from '@trunkline/client/lists';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { byArea } from '../events/event-areas';
import { useEventTypes } from '../events/event-types';
import { Columns } from '../../ui/layout/columns';

const ALL = '*';

type Types = readonly SubscribedEventType[];

const eventTypes: fields.Field<Types> = {
  empty: [ALL],
  read: (member) => member,
  write: (value) => value,
  draw: ({ error, disabled = false }, { value, change }) => (
    <>
      <Checkbox
        label="All event types"
        description="Also types that are added later."
        disabled={disabled}
        checked={value.includes(ALL)}
        onChange={({ currentTarget }) => change(currentTarget.checked ? [ALL] : [])}
      />
      <Checkbox.Group
        label="Event types"
        error={error}
        value={[...value]}
        onChange={(chosen) => change(SUBSCRIBED_EVENT_TYPES.filter((type) => chosen.includes(type)))}
      >
        {value.includes(ALL) ? (
          <Text size="sm" c="dimmed">
            To choose types, clear “All event types”.
          </Text>
        ) : (
          <Areas chosen={value} isReadOnly={disabled} />
        )}
      </Checkbox.Group>
    </>
  ),
};

/** The types by area, each with what it means. A chosen type that is not raised yet is kept. */
function Areas({ chosen, isReadOnly }: { chosen: Types; isReadOnly: boolean }) {
  const raised = useEventTypes();
  const others = chosen.filter((type) => !raised.some((each) => each.type === type));
  const future = others.map((type) => ({ type, description: 'Not sent yet.' }));
  return (
    <Box mt="xs">
      <Columns>
        {byArea([...raised, ...future]).map(({ name, types }) => (
          <Fieldset key={name} legend={name} p="sm">
            <Stack gap="xs">
              {types.map(({ type, description }) => (
                <Checkbox key={type} value={type} label={type} description={description} disabled={isReadOnly} />
              ))}
            </Stack>
          </Fieldset>
        ))}
      </Columns>
    </Box>
  );
}

/** The fields of a webhook endpoint. */
export const ENDPOINT = {
  url: fields.text('URL', {
    description: 'Events are sent here by POST, over https.',
    placeholder: 'https://hooks.example.com/trunkline',
  }),
  description: fields.optionalText('Description (optional)', { description: 'For your own use.' }),
  event_types: eventTypes,
} satisfies FieldsFor<WebhookCreateRequest>;
