import { Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { usePhoneFormat } from '../format/phone';
import classes from './go-to.module.css';
import { isUsable, SECTIONS } from './navigation';
import { useMay } from '../session/account';
import { trunkline } from '../session/client';

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

/** Takes a key that was pressed in the field. */
export type KeyTaker = (event: KeyboardEvent) => void;

interface Props {
  readonly text: string;
  /** Receives what takes the keys that are pressed in the field, and null when the list is closed. */
  readonly takeKeys: (taker: KeyTaker | null) => void;
  readonly close: () => void;
  /** Tells which option the keys have reached. */
  readonly onActive: (id: string) => void;
}

/** Goes to a page, a number or a resource by its id. */
export default function GoTo({ text, takeKeys, close, onActive }: Props) {
  const router = useRouter();
  const places = usePlaces(text);
  const [reached, setReached] = useState({ text, index: 0 });
  const index = reached.text === text ? Math.min(reached.index, Math.max(0, places.length - 1)) : 0;
  const go = (place: Place | undefined): void => {
    if (!place) return;
    close();
    void router.navigate({ href: place.to });
  };
  useEffect(() => onActive(`place-${index}`), [onActive, index]);
  useEffect(() => {
    takeKeys((event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        setReached({ text, index: Math.min(places.length - 1, Math.max(0, index + step)) });
      }
      if (event.key === 'Enter') go(places[index]);
    });
    return () => takeKeys(null);
  });
  if (places.length === 0) {
    return (
      <Text size="sm" c="dimmed" role="status" p="xs">
        No results.
      </Text>
    );
  }
  return (
    // The field keeps the focus, so that a press does not close the list before it counts.
    <div role="listbox" id="places" aria-label="Places" onMouseDown={(event) => event.preventDefault()}>
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
  );
}

function usePlaces(text: string): readonly Place[] {
  const may = useMay();
  const pages = SECTIONS.flatMap(({ entries }) => entries)
    .filter((entry) => isUsable(entry, may) && entry.label.toLowerCase().includes(text.toLowerCase()))
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
