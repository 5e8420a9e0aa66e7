import { Checkbox, Fieldset, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { EventTypeDetail, SubscribedEventType, WebhookCreateRequest, WebhookEndpoint } from '@trunkline/client';
import { byArea, useEventTypes } from '../events/event-types';

const ALL = '*';

export interface EndpointValues extends Record<string, unknown> {
  url: string;
  description: string;
  event_types: string[];
}

export const valuesOf = (endpoint?: WebhookEndpoint): EndpointValues => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  event_types: [...(endpoint?.event_types ?? [ALL])],
});

export const requestOf = ({ url, description, event_types }: EndpointValues): WebhookCreateRequest => ({
  url: url.trim(),
  description: description.trim() || null,
  event_types: event_types as SubscribedEventType[],
});

/** The fields of a webhook endpoint. */
export function EndpointFields({
  form,
  isReadOnly = false,
}: {
  form: UseFormReturnType<EndpointValues>;
  isReadOnly?: boolean;
}) {
  const isAll = form.values.event_types.includes(ALL);
  return (
    <>
      <TextInput
        label="URL"
        description="Events are sent here by POST, over https."
        placeholder="https://hooks.example.com/trunkline"
        disabled={isReadOnly}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Description (optional)"
        description="For your own use."
        disabled={isReadOnly}
        {...form.getInputProps('description')}
      />
      <Checkbox
        label="All event types"
        description="Also types that are added later."
        disabled={isReadOnly}
        checked={isAll}
        onChange={({ currentTarget }) => form.setFieldValue('event_types', currentTarget.checked ? [ALL] : [])}
      />
      <Checkbox.Group label="Event types" {...form.getInputProps('event_types')}>
        {isAll ? (
          <Text size="sm" c="dimmed">
            To choose types, clear “All event types”.
          </Text>
        ) : (
          <Areas chosen={form.values.event_types} isReadOnly={isReadOnly} />
        )}
      </Checkbox.Group>
    </>
  );
}

/** The types by area, each with what it means. A chosen type that is not raised yet is kept. */
function Areas({ chosen, isReadOnly }: { chosen: readonly string[]; isReadOnly: boolean }) {
  const raised = useEventTypes();
  const others = chosen.filter((type) => !raised.some((each) => each.type === type));
  const future = others.map((type) => ({ type, description: 'Not sent yet.' }) as unknown as EventTypeDetail);
  return (
    <SimpleGrid type="container" cols={{ base: 1, '560px': 2 }} spacing="sm" mt="xs">
      {byArea([...raised, ...future]).map(({ name, types }) => (
        <Fieldset key={name} legend={name} p="sm">
          <Stack gap="xs">
            {types.map(({ type, description }) => (
              <Checkbox key={type} value={type} label={type} description={description} disabled={isReadOnly} />
            ))}
          </Stack>
        </Fieldset>
      ))}
    </SimpleGrid>
  );
}
