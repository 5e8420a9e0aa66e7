import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WebhookAttempt, WebhookDelivery } from '@trunkline/client';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { JsonBlock, TextBlock } from '../../ui/json-block';
import { TextLink } from '../../ui/links';
import { Loaded, Loading } from '../../ui/feedback/loaded';
import { StatusMark } from '../../ui/feedback/status-mark';
import { useEventTypes } from '../events/event-types';
import { DeliveryStatus, Redeliver } from './delivery-status';

/** One delivery: what was sent, and what each attempt brought. */
export function Delivery({ delivery, isRepeatable }: { delivery: WebhookDelivery; isRepeatable: boolean }) {
  const { status, event_id, test, created_at, next_attempt_at, attempts } = delivery;
  return (
    <Stack>
      <Facts
        items={[
          ['Status', <DeliveryStatus key="status" status={status} />],
          ['Event', <EventId key="event" id={event_id} isTest={test} />],
          ['Created', format.time(created_at)],
          ['Next attempt', next_attempt_at === null ? 'None' : format.time(next_attempt_at)],
        ]}
      />
      {isRepeatable && status !== 'pending' && <Redeliver delivery={delivery} />}
      <Title order={3} fz="md">
        Attempts
      </Title>
      {attempts.length === 0 && (
        <Text size="sm" c="dimmed">
          Not sent yet.
        </Text>
      )}
      {attempts.map((attempt, index) => (
        <Attempt key={index} attempt={attempt} number={index + 1} />
      ))}
      <Title order={3} fz="md">
        Request
      </Title>
      {test ? <TestBody delivery={delivery} /> : <EventBody id={event_id} />}
    </Stack>
  );
}

/** A test is no event of the account, and has no page. */
function EventId({ id, isTest }: { id: string; isTest: boolean }) {
  if (isTest)
    return (
      <>
        <Id value={id} /> (test)
      </>
    );
  return (
    <Id
      value={id}
      link={(text) => (
        <TextLink to="/developers/events/$id" params={{ id }}>
          {text}
        </TextLink>
      )}
    />
  );
}

const isSuccess = ({ status_code }: WebhookAttempt): boolean =>
  status_code !== null && status_code >= 200 && status_code < 300;

function Attempt({ attempt, number }: { attempt: WebhookAttempt; number: number }) {
  const { at, status_code, duration_ms, error, response_excerpt } = attempt;
  const result = status_code === null ? (error ?? 'No response') : `HTTP ${status_code}`;
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <StatusMark state={isSuccess(attempt) ? 'ok' : 'bad'} text={`${number}. ${result}`} />
        <Text size="xs" c="dimmed" className="figures">
          {format.time(at)}, {format.count(duration_ms)} ms
        </Text>
      </Group>
      {response_excerpt !== null && <TextBlock label={`Response to attempt ${number}`} text={response_excerpt} />}
    </Stack>
  );
}

function EventBody({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['event', id],
    queryFn: ({ signal }) => trunkline.events.get(id, { signal }),
  });
  return (
    <Loaded query={query} title="The body could not be loaded" height={120}>
      {(event) => <JsonBlock label="Body" value={event} />}
    </Loaded>
  );
}

/** A test carries the example of its type. */
function TestBody({ delivery: { event_id, event_type, created_at } }: { delivery: WebhookDelivery }) {
  const example = useEventTypes().find(({ type }) => type === event_type)?.example as { data?: object } | undefined;
  if (!example) return <Loading height={120} />;
  return (
    <JsonBlock label="Body" value={{ id: event_id, type: event_type, created_at, data: example.data, test: true }} />
  );
}
