import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { usePhoneFormat } from '../format/phone';
import classes from './go-to.module.css';
import { SECTIONS } from './navigation';
import { useMay } from '../session/account';
import { trunkline } from '../session/client';
import DialogBox from '../ui/dialogs/dialog-box';

interface Place {
  /** Path of the page. */
  readonly to: string;
  readonly label: string;
  readonly kind: string;
}

const DIGITS_MIN = 3;
const NUMBERS_MAX = 5;
const TYPING_MS = 200;
/** Pages of resources by the prefix of their ids. */
const RESOURCES = [
  { id: /^cdr_[0-9a-z]{8,}$/, path: '/calls/', kind: 'Call' },
  { id: /^alm_[0-9a-z]{8,}$/, path: '/alarms/', kind: 'Alarm' },
  { id: /^trk_[0-9a-z]{8,}$/, path: '/trunks/', kind: 'SIP trunk' },
  { id: /^rp_[0-9a-z]{8,}$/, path: '/routing/', kind: 'Routing profile' },
  { id: /^chk_[0-9a-z]{8,}$/, path: '/checkouts/', kind: 'Checkout' },
  { id: /^cb_[0-9a-z]{8,}$/, path: '/documents/bundles/', kind: 'Bundle' },
  { id: /^eu_[0-9a-z]{8,}$/, path: '/documents/end-users/', kind: 'End user' },
  { id: /^doc_[0-9a-z]{8,}$/, path: '/documents/files/', kind: 'Document' },
  { id: /^txn_[0-9a-z]{8,}$/, path: '/billing/transactions/', kind: 'Transaction' },
  { id: /^inv_[0-9a-z]{8,}$/, path: '/billing/invoices/', kind: 'Invoice' },
  { id: /^whe_[0-9a-z]{8,}$/, path: '/developers/webhooks/', kind: 'Webhook' },
  { id: /^evt_[0-9a-z]{8,}$/, path: '/developers/events/', kind: 'Event' },
  { id: /^oac_[0-9a-z]{8,}$/, path: '/developers/oauth-apps/', kind: 'OAuth app' },
] as const;

/** Goes to a page, a number or a resource by its id. */
export default function GoTo({ close }: { close: () => void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const places = usePlaces(text.trim());
  const go = (place: Place | undefined): void => {
    if (!place) return;
    close();
    void router.navigate({ href: place.to });
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setIndex((now) => Math.min(places.length - 1, Math.max(0, now + step)));
    }
    if (event.key === 'Enter') go(places[index]);
  };
  return (
    <DialogBox opened onClose={close} title="Go to">
      <Stack gap="xs">
        <TextInput
          aria-label="Page, number or ID"
          placeholder="Page, digits of a number, or ID"
          role="combobox"
          aria-expanded
          aria-controls="places"
          aria-activedescendant={`place-${index}`}
          autoComplete="off"
          data-autofocus
          value={text}
          onKeyDown={onKey}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setIndex(0);
          }}
        />
        <div role="listbox" id="places" aria-label="Places">
          {places.map((place, position) => (
            <UnstyledButton
              key={place.to}
              id={`place-${position}`}
              role="option"
              aria-selected={position === index}
              tabIndex={-1}
              className={classes['place']}
              onClick={() => go(place)}
            >
              <span>{place.label}</span>
              <Text span size="xs" c="dimmed">
                {place.kind}
              </Text>
            </UnstyledButton>
          ))}
        </div>
        {places.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            No results.
          </Text>
        )}
      </Stack>
    </DialogBox>
  );
}

function usePlaces(text: string): readonly Place[] {
  const may = useMay();
  const pages = SECTIONS.flatMap(({ entries }) => entries)
    .filter(({ needs, label }) => (!needs || may(needs)) && label.toLowerCase().includes(text.toLowerCase()))
    .map(({ to, label }) => ({ to, label, kind: 'Page' }));
  const resources = RESOURCES.filter(({ id }) => id.test(text)).map(({ path, kind }) => ({
    to: path + text,
    label: text,
    kind,
  }));
  return [...resources, ...useNumbers(text), ...pages];
}

function useNumbers(text: string): readonly Place[] {
  const may = useMay();
  const grouped = usePhoneFormat();
  const [digits] = useDebouncedValue(/^[\d\s()+-]*$/.test(text) ? text.replace(/\D/g, '') : '', TYPING_MS);
  const { data } = useQuery({
    queryKey: ['numbers', 'go-to', digits],
    queryFn: async ({ signal }) => trunkline.numbers.list({ q: digits, limit: NUMBERS_MAX }, { signal }),
    enabled: digits.length >= DIGITS_MIN && may('numbers:read'),
  });
  if (digits.length < DIGITS_MIN) return [];
  return (data?.items ?? []).map(({ e164, label }) => ({
    to: `/numbers/${encodeURIComponent(e164)}`,
    label: grouped(e164),
    kind: label ?? 'Number',
  }));
}
