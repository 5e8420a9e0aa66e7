import { Text, UnstyledButton } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import classes from './go-to.module.css';
import type { Place } from './places';
import { usePlaces } from './use-places';

/** Handles a key that was pressed in the field. Returns false for an Enter that found nothing yet, so that the field keeps it. */
export type KeyTaker = (event: KeyboardEvent) => boolean;

interface Props {
  readonly text: string;
  /** Whether Enter was pressed before anything was found. */
  readonly isEntered: boolean;
  /** Receives what takes the keys that are pressed in the field, and null when the list is closed. */
  readonly takeKeys: (taker: KeyTaker | null) => void;
  readonly close: () => void;
  /** Tells which option the keys have reached, or that there is none. */
  readonly onActive: (id: string | undefined) => void;
}

/** Goes to a page, a number, the calls of a caller, or whatever has a name or an ID. */
export default function GoTo({ text, isEntered, takeKeys, close, onActive }: Props) {
  const router = useRouter();
  const { places, isSearching } = usePlaces(text);
  const [reached, setReached] = useState({ text, index: 0 });
  const index = reached.text === text ? Math.min(reached.index, Math.max(0, places.length - 1)) : 0;
  const go = (place: Place | undefined): void => {
    if (!place) return;
    close();
    void router.navigate({ href: place.to });
  };
  const goToFirst = useEffectEvent(() => go(places[0]));
  useEffect(() => {
    if (isEntered && !isSearching) goToFirst();
  }, [isEntered, isSearching]);
  const active = places.length === 0 ? undefined : `place-${index}`;
  useEffect(() => {
    onActive(active);
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
    return () => onActive(undefined);
  }, [onActive, active]);
  useEffect(() => {
    takeKeys((event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        setReached({ text, index: Math.min(places.length - 1, Math.max(0, index + step)) });
      }
      if (event.key !== 'Enter') return true;
      go(places[index]);
      return places.length > 0;
    });
    return () => takeKeys(null);
  });
  if (places.length === 0) {
    return (
      <Text size="sm" c="dimmed" role="status" p="xs">
        {isSearching ? 'Searching' : 'No results.'}
      </Text>
    );
  }
  return (
    // The field keeps the focus, so that a press does not close the list before it counts.
    <div role="listbox" id="places" aria-label="Places" onMouseDown={(event) => event.preventDefault()}>
      {places.map((place, position) => (
        <UnstyledButton
          key={`${place.to} ${place.label}`}
          id={`place-${position}`}
          role="option"
          aria-selected={position === index}
          tabIndex={-1}
          className={classes['place']}
          onClick={() => go(place)}
        >
          <span className="figures">{place.label}</span>
          <Text span size="xs" c="dimmed">
            {place.kind}
          </Text>
        </UnstyledButton>
      ))}
    </div>
  );
}
