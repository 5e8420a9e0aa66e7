import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
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
import { FilterFaults } from '../../ui/tables/filter-faults';
import { isE164, textFault } from '../../ui/tables/filter-texts';
import { type Filter, useFilters } from '../../ui/tables/use-filters';
import { ConversationList } from './conversation-list';
import classes from './messages.module.css';
import { Thread } from './thread';

const NUMBERS_MAX = 100;

/** The longest party that the API lists the messages of. */
const PARTY_MAX = 16;

const numberFault = (text: string): string | null =>
  isE164(text) ? null : 'is not a number in E.164, such as +12125550100';

/** The conversation that the address names. Short codes and names of companies send messages, too. */
const FILTERS = {
  number: { label: 'Your number', write: String, fault: numberFault },
  party: {
    label: 'Other party',
    write: String,
    fault: (text) => (text.startsWith('+') ? numberFault(text) : textFault(text, PARTY_MAX)),
  },
} satisfies Record<string, Filter<string>>;

/** The messages of one number of the account, as conversations. */
export function Messages() {
  const { faults, set } = useFilters(FILTERS);
  const query = useQuery({
    queryKey: ['numbers', 'with-sms'],
    queryFn: async ({ signal }) =>
      trunkline.numbers.list({ status: ['active'], capabilities: ['sms'], limit: NUMBERS_MAX }, { signal }),
    enabled: faults.length === 0,
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
      <FilterFaults faults={faults} set={set} />
      {faults.length === 0 && (
        <Loaded query={query} height={480}>
          {({ items, next_cursor }) =>
            items.length === 0 ? (
              <WithoutNumber />
            ) : (
              <Conversations numbers={items.map(({ e164 }) => e164)} isComplete={next_cursor === null} />
            )
          }
        </Loaded>
      )}
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

interface ConversationsProps {
  readonly numbers: readonly string[];
  /** Whether these are all numbers of the account that can send and receive text messages. */
  readonly isComplete: boolean;
}

function Conversations({ numbers, isComplete }: ConversationsProps) {
  const { query, set } = useFilters(FILTERS);
  const { number, party } = query;
  const navigate = useNavigate();
  const mayWrite = useMay()('numbers:write');
  const grouped = usePhoneFormat();
  const own = number ?? numbers[0] ?? '';
  const isListed = numbers.includes(own);
  if (!isListed && isComplete) {
    const fault = 'is not an active number of this account that can send text messages';
    return <FilterFaults faults={[{ name: 'number', label: 'Your number', text: own, fault }]} set={set} />;
  }
  const open = (other: string): void => void navigate({ to: '/messages', search: { number: own, party: other } });
  return (
    <>
      <Group justify="space-between" align="end">
        <Choice
          label="Your number"
          w={{ base: '100%', sm: 240 }}
          data={[...(isListed ? [] : [own]), ...numbers].map((e164) => ({ value: e164, label: grouped(e164) }))}
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
