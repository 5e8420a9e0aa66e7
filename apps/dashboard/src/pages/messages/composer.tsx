import { Button, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { isTrunklineError, type SmsPreview } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { changing } from '../../session/refresh';
import { Note } from '../../ui/feedback/note';
import { Problem } from '../../ui/feedback/problem';
import classes from './messages.module.css';

const TYPING_MS = 300;
const BODY_MAX = 1_600;
const ENCODINGS: Readonly<Record<SmsPreview['encoding'], string>> = { gsm7: 'GSM-7', ucs2: 'Unicode' };

interface Props {
  readonly own: string;
  readonly party: string;
}

/** A form for a message, which says what it will cost while it is typed. */
export function Composer({ own, party }: Props) {
  const [body, setBody] = useState('');
  const [isPlain, setPlain] = useState(true);
  const [at, setAt] = useState<string | null>(null);
  const [typed] = useDebouncedValue(body, TYPING_MS);
  const text = { from: own, to: party, smart_encoding: isPlain };
  const preview = useQuery({
    queryKey: ['message-preview', text, typed],
    queryFn: ({ signal }) => trunkline.sms.preview({ ...text, body: typed }, { signal }),
    enabled: typed.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const send = useMutation({
    mutationFn: () =>
      changing(
        () => trunkline.sms.create({ ...text, body, ...(at !== null && { scheduled_at: format.momentOf(at) }) }),
        ['messages', 'billing'],
      ),
    onSuccess: () => {
      setBody('');
      setAt(null);
    },
  });
  const isEmpty = body.trim() === '';
  const price = !isEmpty && preview.data ? ` for ${format.money(preview.data.price_cents)}` : '';
  return (
    <form
      className={classes['composer']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && at !== '' && !send.isPending) send.mutate();
      }}
    >
      <Stack gap="xs">
        <Textarea
          label="Message"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={BODY_MAX}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed" className="figures" aria-live="polite" mih="1.5em">
          {!isEmpty && preview.data && describe(preview.data, typed)}
        </Text>
        <Group gap="6px 24px">
          <Switch
            size="xs"
            label="Plain punctuation, which takes fewer segments"
            checked={isPlain}
            onChange={(event) => setPlain(event.currentTarget.checked)}
          />
          <Switch
            size="xs"
            label="Send later"
            checked={at !== null}
            onChange={(event) => setAt(event.currentTarget.checked ? '' : null)}
          />
        </Group>
        {at !== null && (
          <TextInput
            type="datetime-local"
            label={`Time (${format.timeZone})`}
            w={{ base: '100%', sm: 240 }}
            value={at}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
        )}
        {!isEmpty && <Refusal error={send.error ?? preview.error} />}
        <Group>
          <Button type="submit" loading={send.isPending} disabled={isEmpty || at === ''}>
            {at === null ? `Send${price}` : `Schedule${price}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What to do about a rule against the message. See docs/outbound.md#rejections. */
const RULES: Readonly<Record<string, string>> = {
  country_not_allowed: 'Your account does not allow messages to this country. Open it on the page Outbound calls.',
  country_unknown: 'The number belongs to no country, such as one of a satellite network. Contact support.',
  range_not_allowed: 'The number is in a range whose owner shares the revenue. Contact support.',
  blocked_by_alert: 'An alert about possible fraud has stopped your messages. Contact support.',
  no_price: 'There is no price for this recipient. Contact support.',
  no_carrier: 'No carrier serves this recipient. Contact support.',
  daily_cap_reached:
    'The daily limit of your account does not cover the message. Raise it on the page Outbound calls, or wait until midnight UTC.',
};

/** Why the message cannot be sent. */
function Refusal({ error }: { error: Error | null }) {
  const text = isTrunklineError(error) ? RULES[error.fields['rule'] ?? ''] : undefined;
  if (text === undefined) return <Problem error={error} />;
  return (
    <Note state="bad" role="alert">
      <Text size="sm">{text}</Text>
    </Note>
  );
}

/** What will be sent. A text that is changed is shown, because it is what the recipient reads. */
function describe({ segments, encoding, normalised_body }: SmsPreview, typed: string): string {
  const size = `${format.count(segments)} ${segments === 1 ? 'segment' : 'segments'}, ${ENCODINGS[encoding]}`;
  return normalised_body === typed.trim() ? size : `${size}. Sent as: ${normalised_body}`;
}
