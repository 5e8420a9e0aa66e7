import { Box, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { WebrtcUser } from '@trunkline/client';
import { type SubmitEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { format } from '../../../format';
import { trunkline } from '../../../session/client';
import { Problem } from '../../../ui/feedback/problem';
import { StatusMark } from '../../../ui/feedback/status-mark';
import { Columns } from '../../../ui/layout/columns';
import type { Phone } from './phone';
import { detailOf, type PhoneCall, type PhoneState, statusOf } from './phone-state';

const TONES = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;
const SECOND_MS = 1000;
const CHECKS_EVERY_MS = 15_000;

/** A phone to try a user with. What it needs is loaded when it is connected, because it weighs more than the page. */
export function Softphone({ user }: { user: WebrtcUser }) {
  const [phone, setPhone] = useState<Phone | null>(null);
  const connect = useMutation({
    mutationFn: async () => {
      const [token, loaded] = await Promise.all([trunkline.webrtcUsers.tokens.create(user.id), import('./phone')]);
      return new loaded.Phone(token);
    },
    onSuccess: (created) => {
      created.start();
      setPhone(created);
    },
  });
  useEffect(() => () => phone?.stop(), [phone]);
  const { mutate: renew } = connect;
  useEffect(() => {
    const timer = setInterval(() => {
      if (phone?.isToRenew) renew();
    }, CHECKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [phone, renew]);
  return (
    <Stack gap="sm">
      <Title order={2}>Try it in this browser</Title>
      {phone ? (
        <Connected phone={phone} disconnect={() => setPhone(null)} />
      ) : (
        <>
          <Text size="sm" c="dimmed">
            Makes and receives calls as this user, with the microphone of this browser. Calls cost what they usually do.
          </Text>
          <Problem error={connect.error} />
          <Group>
            <Button
              variant="default"
              loading={connect.isPending}
              disabled={user.status !== 'active'}
              onClick={() => connect.mutate()}
            >
              Connect
            </Button>
            {user.status !== 'active' && <Text size="sm">The user is disabled.</Text>}
          </Group>
        </>
      )}
    </Stack>
  );
}

const STATES = { registered: 'ok', connecting: 'wait', failed: 'bad' } as const;

function Connected({ phone, disconnect }: { phone: Phone; disconnect: () => void }) {
  const state = useSyncExternalStore(phone.subscribe, phone.state);
  const { link, call } = state;
  const detail = detailOf(state);
  return (
    <Stack gap="sm">
      <div role="status">
        <StatusMark state={STATES[link]} text={statusOf(state)} />
        {detail !== null && <Text size="sm">{detail}</Text>}
      </div>
      {call ? <InCall phone={phone} call={call} /> : <Dial phone={phone} link={link} />}
      <Group>
        <Button variant="default" onClick={disconnect}>
          Disconnect
        </Button>
      </Group>
    </Stack>
  );
}

function Dial({ phone, link }: { phone: Phone; link: PhoneState['link'] }) {
  const [number, setNumber] = useState('');
  const dialled = number.replace(/[^\d+]/g, '');
  const call = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (dialled !== '') phone.dial(dialled);
  };
  return (
    <form onSubmit={call}>
      <Group align="end">
        <TextInput
          label="Number"
          type="tel"
          placeholder="+44 20 7946 0000"
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <Button type="submit" disabled={link !== 'registered' || dialled === ''}>
          Call
        </Button>
      </Group>
    </form>
  );
}

function InCall({ phone, call }: { phone: Phone; call: PhoneCall }) {
  const isRinging = call.direction === 'incoming' && call.stage === 'ringing';
  const hangUp = (): void => phone.hangUp();
  if (isRinging)
    return (
      <Group>
        <Button autoFocus onClick={() => phone.answer()}>
          Answer
        </Button>
        <Button variant="default" onClick={hangUp}>
          Decline
        </Button>
      </Group>
    );
  return (
    <Stack gap="sm">
      {call.since !== null && <Duration since={call.since} />}
      <Group>
        <Button color="red" onClick={hangUp}>
          Hang up
        </Button>
        {call.stage === 'active' && (
          <Button variant="default" aria-pressed={call.isMuted} onClick={() => phone.toggleMute()}>
            {call.isMuted ? 'Unmute' : 'Mute'}
          </Button>
        )}
      </Group>
      {call.stage === 'active' && <DialPad phone={phone} />}
    </Stack>
  );
}

function Duration({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Text size="sm" className="figures" aria-label="Duration">
      {format.duration(Math.max(0, Math.floor((now - since) / SECOND_MS)))}
    </Text>
  );
}

function DialPad({ phone }: { phone: Phone }) {
  return (
    <Box maw={220}>
      <Columns count={3} least={60} role="group" aria-label="Dial pad">
        {TONES.map((tone) => (
          <Button key={tone} variant="default" onClick={() => phone.press(tone)}>
            {tone}
          </Button>
        ))}
      </Columns>
    </Box>
  );
}
