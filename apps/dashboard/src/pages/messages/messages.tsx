import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { usePhoneFormat } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Choice } from '../../ui/forms/choice';
import { ButtonLink } from '../../ui/links';
import { Loaded } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { isE164 } from '../../ui/tables/filter-texts';
import { ConversationList } from './conversation-list';
import classes from './messages.module.css';
import { Thread } from './thread';

const NUMBERS_MAX = 100;

/** The messages of one number of the account, as conversations. */
export function Messages() {
  const query = useQuery({
    queryKey: ['numbers', 'with-sms'],
    queryFn: async ({ signal }) =>
      trunkline.numbers.list({ status: ['active'], capabilities: ['sms'], limit: NUMBERS_MAX }, { signal }),
  });
  return (
    <Page
      title="Messages"
      actions={
        <>
          <ButtonLink to="/messages/log" variant="default">
            All messages
          </ButtonLink>
          <ButtonLink to="/billing/message-rates" variant="default">
            Prices
          </ButtonLink>
          <ButtonLink to="/messages/opt-outs" variant="default">
            Opt-outs
          </ButtonLink>
        </>
      }
    >
      <Loaded query={query} height={480}>
        {({ items }) =>
          items.length === 0 ? <WithoutNumber /> : <Conversations numbers={items.map(({ e164 }) => e164)} />
        }
      </Loaded>
    </Page>
  );
}

function WithoutNumber() {
  return (
    <EmptyState icon={MessageSquareText} text="None of your active numbers can send and receive text messages.">
      <ButtonLink to="/numbers/buy" search={{ feature: 'sms' }}>
        Get numbers with SMS
      </ButtonLink>
      <DocsLink page="messages">About messages</DocsLink>
    </EmptyState>
  );
}

function Conversations({ numbers }: { numbers: readonly string[] }) {
  const { number, party } = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayWrite = useMay()('numbers:write');
  const grouped = usePhoneFormat();
  const own = number !== undefined && numbers.includes(number) ? number : (numbers[0] ?? '');
  const open = (other: string): void => void navigate({ to: '/messages', search: { number: own, party: other } });
  return (
    <>
      <Group justify="space-between" align="end">
        <Choice
          label="Your number"
          w={{ base: '100%', sm: 240 }}
          data={numbers.map((e164) => ({ value: e164, label: grouped(e164) }))}
          value={own}
          onChoose={(chosen) => void navigate({ to: '/messages', search: { number: chosen } })}
        />
        {mayWrite && (
          <DialogButton label="New message" isPrimary>
            {(close) => (
              <Recipient
                onChosen={(recipient) => {
                  close();
                  open(recipient);
                }}
              />
            )}
          </DialogButton>
        )}
      </Group>
      <Box className={classes['panes']} data-open={party === undefined ? undefined : true}>
        <ConversationList own={own} party={party} />
        {party === undefined ? (
          <div className={classes['thread']}>
            <EmptyState icon={MessageSquareText} text="Choose a conversation or write a new message." />
          </div>
        ) : (
          <Thread key={`${own} ${party}`} own={own} party={party} />
        )}
      </Box>
    </>
  );
}

function Recipient({ onChosen }: { onChosen: (e164: string) => void }) {
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const e164 = typed.replace(/[^\d+]/g, '');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isE164(e164)) onChosen(e164);
        else setRefused(true);
      }}
    >
      <TextInput
        label="To"
        type="tel"
        placeholder="+1 212 555 0100"
        data-autofocus
        value={typed}
        error={isRefused && !isE164(e164) && 'Enter the number with its country code, such as +1 212 555 0100.'}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" mt={4}>
        The price is shown before you send.
      </Text>
      <Button type="submit" mt="md">
        Write
      </Button>
    </form>
  );
}
