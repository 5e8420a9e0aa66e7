import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Sms } from '@trunkline/client';
import { useEffect, useRef } from 'react';
import { format } from '../../format';
import { Phone } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ActionButton } from '../../ui/action-button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { TextLink } from '../../ui/links';
import { Loading } from '../../ui/feedback/loaded';
import { Problem } from '../../ui/feedback/problem';
import { When } from '../../ui/when';
import { Composer } from './composer';
import { MessageFault, MessageStatus } from './message-status';
import classes from './messages.module.css';
import { POLL_MS, useMessages } from './use-messages';

interface Props {
  readonly own: string;
  readonly party: string;
}

/** The messages between a number of the account and another party, oldest first, and a form for the next one. */
export function Thread({ own, party }: Props) {
  const { messages, isPending, error, refetch, hasMore, isLoadingMore, loadMore } = useMessages({ own, party });
  const mayWrite = useMay()('numbers:write');
  const list = useRef<HTMLOListElement>(null);
  const newest = messages[0]?.id;
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);
  return (
    <section className={classes['thread']} aria-label={`Conversation with ${party}`}>
      <Group className={classes['head']} gap="sm">
        <TextLink to="/messages" search={{ number: own }} hiddenFrom="sm">
          All conversations
        </TextLink>
        <Phone value={party} fw={600} />
      </Group>
      <ol className={classes['messages']} ref={list} tabIndex={0} aria-label="Messages">
        {isPending && (
          <li>
            <Loading height={200} />
          </li>
        )}
        {error && (
          <li>
            <Problem error={error} retry={refetch} title="The messages could not be loaded" />
          </li>
        )}
        {hasMore && (
          <Group component="li" justify="center">
            <Button variant="default" size="xs" loading={isLoadingMore} onClick={() => void loadMore()}>
              Show older
            </Button>
          </Group>
        )}
        {!isPending && !error && messages.length === 0 && (
          <li>
            <EmptyState text="No message yet." />
          </li>
        )}
        {messages.toReversed().map((message) => (
          <Message key={message.id} message={message} mayWrite={mayWrite} />
        ))}
      </ol>
      {mayWrite && <Next own={own} party={party} />}
    </section>
  );
}

function Message({ message, mayWrite }: { message: Sms; mayWrite: boolean }) {
  const { id, direction, body, status, created_at, segments, price_cents } = message;
  const isOwn = direction === 'outbound';
  return (
    <li className={classes['message']} data-own={isOwn || undefined}>
      <div className={classes['text']} dir="auto">
        {body ?? <em>The text was deleted.</em>}
      </div>
      <Group gap="2px 10px" mt={4} fz="xs" c="dimmed">
        <When at={created_at} />
        {isOwn && <MessageStatus message={message} />}
        {isCharged(message) && (
          <span className="figures">
            {format.money(price_cents)}
            {segments > 1 && `, ${String(segments)} segments`}
          </span>
        )}
        {mayWrite && status === 'queued' && message.scheduled_at !== null && (
          <ActionButton
            size="compact-xs"
            label="Cancel"
            action={() => trunkline.sms.cancel(id)}
            reloads={['messages', 'billing']}
          />
        )}
      </Group>
      <MessageFault message={message} />
    </li>
  );
}

/** Most messages are received free of charge, which needs no mention. */
function isCharged({ direction, status, price_cents }: Sms): boolean {
  return direction === 'outbound' ? status !== 'failed' : price_cents > 0;
}

/** The form for the next message, or why none can be sent. */
function Next({ own, party }: Props) {
  const { data } = useQuery({
    queryKey: ['messages', 'opt-outs', own, party],
    queryFn: async ({ signal }) => trunkline.sms.optOuts.list({ from_number: own, to_number: party }, { signal }),
    enabled: party.startsWith('+'),
    // STOP may arrive while the conversation is open.
    refetchInterval: POLL_MS,
  });
  const [optOut] = data?.items ?? [];
  if (!party.startsWith('+'))
    return (
      <Text size="sm" c="dimmed" className={classes['composer']}>
        You cannot reply: this sender has no phone number.
      </Text>
    );
  if (optOut)
    return (
      <Text size="sm" className={classes['composer']}>
        The recipient sent {optOut.keyword} <When at={optOut.created_at} /> and receives no messages from this number.
        See <TextLink to="/messages/opt-outs">opt-outs</TextLink>.
      </Text>
    );
  return <Composer own={own} party={party} />;
}
