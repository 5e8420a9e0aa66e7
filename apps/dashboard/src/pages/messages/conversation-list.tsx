import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Sms } from '@trunkline/client';
import { Phone } from '../../format/phone';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Loading } from '../../ui/feedback/loaded';
import { Problem } from '../../ui/feedback/problem';
import { When } from '../../ui/when';
import { conversationsIn } from './conversations';
import classes from './messages.module.css';
import { useMessages } from './use-messages';

interface Props {
  readonly own: string;
  readonly party: string | undefined;
}

/** The conversations of a number, that with the latest message first. */
export function ConversationList({ own, party }: Props) {
  const { messages, isPending, error, refetch, hasMore, isLoadingMore, loadMore } = useMessages({ own });
  const conversations = conversationsIn(messages);
  return (
    <nav className={classes['list']} aria-label="Conversations">
      <Problem error={error} retry={refetch} title="The messages could not be loaded" />
      {isPending && <Loading height={240} />}
      {!isPending && !error && conversations.length === 0 && (
        <EmptyState text="This number has not sent or received a message yet." />
      )}
      {conversations.map(({ party: other, latest }) => (
        <Link
          key={other}
          to="/messages"
          search={{ number: own, party: other }}
          className={classes['entry']}
          aria-current={other === party ? 'true' : undefined}
        >
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Phone value={other} fw={550} size="sm" truncate />
            <Text span size="xs" c="dimmed">
              <When key={latest.id} at={latest.created_at} />
            </Text>
          </Group>
          <Text size="sm" c="dimmed" lineClamp={1} dir="auto">
            {summaryOf(latest)}
          </Text>
        </Link>
      ))}
      {hasMore && (
        <Group justify="center" p="sm">
          <Button variant="default" size="xs" loading={isLoadingMore} onClick={() => void loadMore()}>
            Show older
          </Button>
        </Group>
      )}
    </nav>
  );
}

function summaryOf({ body, direction, status }: Sms): string {
  const text = body ?? 'Text deleted';
  if (status === 'failed' || status === 'undelivered') return `Not delivered: ${text}`;
  return direction === 'outbound' ? `You: ${text}` : text;
}
